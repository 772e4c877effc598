import { useEffect } from "react";
import { createShared } from "../emitter.ts";

/**
 * Number of records after those on the screen that can be labeled without the server. Null if it does not apply to this page.
 */
const ahead = createShared<number | null>(null);

/** While the component is mounted, gives this number to the band shown when the server cannot be reached (ERR-16). */
export function useTellsAhead(count: number | null): void {
  useEffect(() => {
    ahead.set(count);
    return () => ahead.set(null);
  }, [count]);
}

export const useRecordsAhead = ahead.useValue;
