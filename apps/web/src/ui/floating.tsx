import { useEffect, useState } from "react";

/** The look of floating elements: a hairline, a shadow, radius 10. */
export const floatingClass = "animate-open rounded-panel border border-line bg-surface text-ink shadow-menu";

/** The elements that had the focus before each open floating element, the topmost first. */
let under: readonly Element[] = [];

/**
 * Rendered in a floating element. When that closes, it returns the focus at once to the element that had it before. React Aria
 * does so a frame later, and a key pressed in between would go to the page. If that element is gone with an earlier dialog,
 * the focus returns to the element that opened the earlier dialog.
 */
export function FocusBack() {
  const [before] = useState(() => (document.activeElement === null ? under : [document.activeElement, ...under]));
  // Not a layout effect: at that time the page is still inert.
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
