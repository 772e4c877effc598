import { useSyncExternalStore } from "react";
import { BREAKPOINTS } from "./breakpoints.ts";

const query = window.matchMedia(`(max-width: ${BREAKPOINTS.sm}px)`);

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is a phone's (LAY-09), for what CSS alone cannot do: things that stand elsewhere there. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
