import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { sampleOf, seededRandom } from "@postil/domain/tasks/rules-sample";
import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { fetchTextRecords } from "../wire/text-records.ts";
import { useRulesMode } from "./rules-mode.ts";
import { figuresKey } from "./rules-queries.ts";
import { type Matches, useMatches } from "./use-matches.ts";

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
  const list = useQuery({
    queryKey: [...figuresKey(dataset), "records", ids],
    queryFn: ({ signal }) => fetchTextRecords(dataset, ids, signal),
    enabled: matches.records !== null,
  });
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
