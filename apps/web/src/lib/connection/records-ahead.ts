import { useEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

/** Records of the page that can be labeled without the server, beyond those on the screen; null where that is no question. */
let ahead: number | null = null;
const changed = createEmitter<void>();

function set(next: number | null): void {
  if (next === ahead) return;
  ahead = next;
  changed.emit();
}

/** Tells the band of a server that cannot be reached how far one can go, as long as this is on the page (ERR-16). */
export function useTellsAhead(count: number | null): void {
  useEffect(() => {
    set(count);
    return () => set(null);
  }, [count]);
}

export const useRecordsAhead = (): number | null => useSyncExternalStore(changed.on, () => ahead);
