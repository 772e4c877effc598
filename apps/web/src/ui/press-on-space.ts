import type { KeyboardEvent } from "react";

/** Space presses on the way down, once: held with Shift it is a command, and the browser's own press on the way up is unwanted. */
export function pressOnSpace(event: KeyboardEvent, press: () => void): void {
  if (event.key !== " " || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) press();
}
