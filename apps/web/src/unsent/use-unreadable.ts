import { useEffect, useState } from "react";
import { openKeptWork } from "../lib/kept-work/kept-work.ts";
import { countUnreadable } from "../lib/outbox/read-entries.ts";

/** Number of stored answers of a user that this page cannot read, and so cannot send. 0 until it is known. */
export function useUnreadable(userId: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    openKeptWork("outbox")
      .all(userId)
      .then(
        (kept) => setCount(countUnreadable(kept)),
        (error: unknown) => console.error("What this browser keeps could not be read", error),
      );
  }, [userId]);
  return count;
}
