import { useEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

/** Number of mounted pages with buttons at the bottom right that no toast may cover. */
let pages = 0;
const changed = createEmitter<void>();

function change(by: 1 | -1): void {
  pages += by;
  changed.emit();
}

/**
 * While the page is mounted, bottom-right toasts move to the bottom left, because Submit is at the right
 * (design/shell.md#toasts).
 */
export function useToastsAtLeft(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

/** True if a mounted page needs the corner free. */
export function useCornerTaken(): boolean {
  return useSyncExternalStore(changed.on, () => pages > 0);
}
