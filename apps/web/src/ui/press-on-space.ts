import type { KeyboardEvent } from "react";

/** Space presses the control once, on key down. With Shift it is a command. The browser's own press on key up is prevented. */
export function pressOnSpace(event: KeyboardEvent, press: () => void): void {
  if (event.key !== " " || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) press();
}
