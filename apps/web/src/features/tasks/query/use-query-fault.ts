import { useEffect, useState } from "react";
import { findFault, type QueryFault, refusedQuery } from "./query-fault.ts";
import type { QueryPage } from "./query-page.ts";

/** What is wrong with the query that was asked for last. */
export function useQueryFault({ view, failure }: Pick<QueryPage, "view" | "failure">): QueryFault | null {
  const message = refusedQuery(failure);
  const text = view.filters.text ?? "";
  const [fault, setFault] = useState<QueryFault | null>(null);
  useEffect(() => {
    if (message === null) return;
    let isWanted = true;
    const unplaced = { text, detail: message, at: null };
    findFault(text, message)
      // Without the code that finds the place, what the server said has to do.
      .catch(() => unplaced)
      .then((found) => {
        if (isWanted) setFault(found);
      });
    return () => {
      isWanted = false;
      setFault(null);
    };
  }, [text, message]);
  return fault;
}
