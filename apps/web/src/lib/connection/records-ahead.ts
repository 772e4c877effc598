import { useEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

/**
 * Number of records after those on the screen that can be labeled without the server. Null if it does not apply to this page.
 */
let ahead: number | null = null;
const changed = createEmitter<void>();

function set(next: number | null): void {
  if (next === ahead) return;
  ahead = next;
  changed.emit();
}

/** While the component is mounted, gives this number to the band shown when the server cannot be reached (ERR-16). */
export function useTellsAhead(count: number | null): void {
  useEffect(() => {
    set(count);
    return () => set(null);
  }, [count]);
}

export const useRecordsAhead = (): number | null => useSyncExternalStore(changed.on, () => ahead);
