import {
  foundRecords,
  type MatchedRecord,
  matchedRecords,
  type RuleConflicts,
  ruleConflicts,
} from "@postil/domain/tasks/rule-matches";
import { sampleOf, seededRandom } from "@postil/domain/tasks/rules-sample";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { freshFor, LIFETIMES } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { scanMatches } from "../wire/rule-records.ts";
import { useRulesMode } from "./rules-mode.ts";
import { figuresKey, textRecordsQuery } from "./rules-queries.ts";

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
function useMatches(queries: readonly string[] | null): Matches {
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

export type Conflicts = {
  readonly matches: Matches;
  /** Null until the matches of the rules are loaded. */
  readonly found: RuleConflicts | null;
  /** The number of records that the rules find, summed over all rules; null if it is unknown. */
  readonly total: number | null;
};

/** Up to this number of records is loaded without a request by the user, to show the number of conflicts. */
const READ_AT_ONCE = 20_000;

/** The records on which the rules disagree; loaded when the user opens them, or if there are few. */
export function useConflicts(wanted: boolean): Conflicts {
  const { rules, allFigures } = useRulesMode();
  const figures = allFigures.isStale ? null : allFigures.value;
  const total = figures && [...figures.each.values()].reduce((sum, metrics) => sum + foundRecords(metrics), 0);
  const isLittle = total !== null && total <= READ_AT_ONCE;
  const queries = useMemo(() => rules?.map(({ query }) => query) ?? null, [rules]);
  const matches = useMatches(wanted || isLittle ? queries : null);
  const found = useMemo(
    () => (matches.records && rules ? ruleConflicts(rules, matches.records) : null),
    [rules, matches.records],
  );
  return { matches, found, total };
}

export const SAMPLE_SIZE = 20;
export type Mark = "ok" | "ko";
type Sampled = { readonly record: TextRecord; readonly keywords: readonly string[] };

export type Sample = {
  readonly matches: Matches;
  /** The number of records that the rule finds; null if it is unknown. */
  readonly total: number | null;
  /** Null while the records load. */
  readonly records: readonly Sampled[] | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
  readonly marks: ReadonlyMap<string, Mark>;
  /** Marks a record, or removes its mark. */
  readonly mark: (id: string, mark: Mark) => void;
  readonly another: () => void;
};

const NO_MARKS: ReadonlyMap<string, Mark> = new Map();

/** A random sample of the active rule's records, with the user's marks, which are not saved. */
export function useSample(wanted: boolean): Sample {
  const { dataset, active, figures } = useRulesMode();
  const query = active?.query ?? null;
  const queries = useMemo(() => (wanted && query !== null ? [query] : null), [wanted, query]);
  const matches = useMatches(queries);
  const [seed, setSeed] = useState(() => Date.now());
  const drawn = useMemo(
    () => (matches.records ? sampleOf(matches.records, SAMPLE_SIZE, seededRandom(seed)) : []),
    [matches.records, seed],
  );
  const ids = drawn.map(({ id }) => id);
  const list = useQuery({ ...textRecordsQuery(dataset, ids), enabled: matches.records !== null });
  const records = useMemo(() => {
    const keywords = new Map(drawn.map((one) => [one.id, one.keywords]));
    return list.data?.map((record) => ({ record, keywords: keywords.get(String(record.id)) ?? [] })) ?? null;
  }, [list.data, drawn]);
  // Marks for one choice of labels do not apply to another.
  const about = JSON.stringify([active?.query, active?.labels]);
  const [marked, setMarked] = useState({ about, marks: NO_MARKS });
  const marks = marked.about === about ? marked.marks : NO_MARKS;
  return {
    matches,
    total: matches.records?.length ?? (figures.value && foundRecords(figures.value)),
    records,
    hasFailed: list.isError,
    retry: () => void list.refetch(),
    marks,
    mark: (id, mark) => setMarked({ about, marks: withMark(marks, id, mark) }),
    another: () => {
      setSeed((before) => before + 1);
      setMarked({ about, marks: NO_MARKS });
    },
  };
}

function withMark(marks: ReadonlyMap<string, Mark>, id: string, mark: Mark): ReadonlyMap<string, Mark> {
  const next = new Map(marks);
  if (marks.get(id) === mark) next.delete(id);
  else next.set(id, mark);
  return next;
}
