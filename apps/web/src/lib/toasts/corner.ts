import { useEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

/** How many pages on screen have buttons at the bottom right that no toast may cover. */
let pages = 0;
const changed = createEmitter<void>();

function change(by: 1 | -1): void {
  pages += by;
  changed.emit();
}

/**
 * While the page is on screen, toasts for the bottom right stand at the bottom left: Submit is at the right
 * (design/shell.md#toasts).
 */
export function useToastsAtLeft(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

/** Whether some page asks for it. */
export function useCornerTaken(): boolean {
  return useSyncExternalStore(changed.on, () => pages > 0);
}
