import { useEffect, useState } from "react";

/** What had the focus before each thing that floats now, the topmost first. */
let under: readonly Element[] = [];

/**
 * Stands in what floats over the page, and gives the focus back to what had it before, in the same turn in which that closes.
 * React Aria does so a frame later, and a key pressed in between would go to the page. What a dialog was opened from may have gone
 * with another dialog, which it followed: then the focus goes back to what that was opened from.
 */
export function FocusBack() {
  const [before] = useState(() => (document.activeElement === null ? under : [document.activeElement, ...under]));
  // Not of the layout: then the page is still inert.
  useEffect(() => {
    under = before;
    return () => {
      under = before.slice(1);
      if (document.activeElement !== document.body) return;
      const there = before.find((element) => element.isConnected && element !== document.body);
      if (there instanceof HTMLElement) there.focus({ preventScroll: true });
    };
  }, [before]);
  return null;
}
