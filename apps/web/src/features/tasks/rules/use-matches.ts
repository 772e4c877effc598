import { type MatchedRecord, matchedRecords } from "@postil/domain/tasks/rules-matches";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "../../../lib/api/failure.ts";
import { freshFor, LIFETIMES } from "../../../lib/api/lifetimes.ts";
import { scanMatches } from "../wire/rule-matches.ts";
import { useRulesMode } from "./rules-mode.ts";
import { figuresKey } from "./rules-queries.ts";

export type Matches = {
  /** Null until all of them are loaded. */
  readonly records: readonly MatchedRecord[] | null;
  /** The number loaded so far, over all rules. */
  readonly read: number;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

/**
 * The records that some rules find, loaded page by page; null means that they are not needed now. They may be many, so they
 * are loaded only when the user opens them, and kept for a while.
 */
export function useMatches(queries: readonly string[] | null): Matches {
  const { dataset, multiLabel } = useRulesMode();
  const client = useQueryClient();
  const [read, setRead] = useState(0);
  const list = useQuery({
    queryKey: [...figuresKey(dataset), "matches", queries],
    queryFn:
      queries === null
        ? skipToken
        : async ({ signal }) => {
            setRead(0);
            const onRead = (count: number) => setRead((before) => before + count);
            const found = [];
            for (const query of queries)
              found.push(await readable(scanMatches(dataset, query, { signal, multiLabel, onRead })));
            return matchedRecords(found);
          },
    staleTime: freshFor(LIFETIMES.datasetParts),
    retry: false,
  });
  return {
    records: list.data ?? null,
    read,
    hasFailed: list.isError,
    retry: () => void client.refetchQueries({ queryKey: [...figuresKey(dataset), "matches", queries] }),
  };
}

/** An invalid query finds nothing: rules are stored without parsing them. */
const readable = <Found>(scan: Promise<readonly Found[]>): Promise<readonly Found[]> =>
  scan.catch((error: unknown) => {
    if (failureOf(error)?.status !== 400) throw error;
    return [];
  });
