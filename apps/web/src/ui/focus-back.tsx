import { useEffect, useState } from "react";

/**
 * Stands in what floats over the page, and gives the focus back to what had it before, in the same turn in which that closes.
 * React Aria does so a frame later, and a key pressed in between would go to the page.
 */
export function FocusBack() {
  const [before] = useState(() => document.activeElement);
  // Not of the layout: then the page is still inert.
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body;
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
  return null;
}
