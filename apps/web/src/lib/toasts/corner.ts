import { useEffect, useSyncExternalStore } from "react";

/** How many pages on screen have buttons at the bottom right that no toast may cover. */
let pages = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  pages += by;
  for (const listener of [...listeners]) listener();
}

/** While the page is on screen, toasts for the bottom right stand at the bottom left: Submit is at the right (screens 1.4). */
export function useToastsAtLeft(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

/** Whether some page asks for it. */
export function useCornerTaken(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pages > 0,
  );
}
