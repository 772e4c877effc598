import { useSyncExternalStore } from "react";

/** Up to this width the rows are cards; `columns.ts` and `dataset-row.tsx` say the same in their classes. */
const cards = window.matchMedia("(max-width: 640px)");

export function useCards(): boolean {
  return useSyncExternalStore(
    (listener) => {
      cards.addEventListener("change", listener);
      return () => cards.removeEventListener("change", listener);
    },
    () => cards.matches,
  );
}
