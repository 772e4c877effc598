import { useSyncExternalStore } from "react";

/** Up to this width the rows of a table are cards; the classes of its columns say the same. */
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
