import { useSyncExternalStore } from "react";
import { BREAKPOINTS } from "./breakpoints.ts";

const query = window.matchMedia(`(max-width: ${BREAKPOINTS.sm}px)`);

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/**
 * True if the window has the width of a phone (LAY-09). For cases that CSS alone cannot handle, such as elements in another
 * place.
 */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
