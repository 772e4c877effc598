import { recordsMeeting } from "../storage/sqlite/records-by-value.ts";
import type { RowCondition } from "./row-condition.ts";
import type { Search } from "./search.ts";
import { addTo, emptySet, keepAll, type SeqSet } from "./seq-set.ts";

/** Conditions on the same values, and those that have theirs to themselves. */
export function byTarget(conditions: readonly RowCondition[]) {
  const targets = [...Map.groupBy(conditions, ({ source }) => source.key).values()];
  return {
    alone: targets.flatMap((same) => (same.length === 1 ? same : [])),
    together: targets.filter((same) => same.length > 1),
  };
}

/** So many fit into one statement: as many as a feedback search may have filters (API-36). */
const TOGETHER = 50;

/**
 * The records that pass every one of several conditions on the same values, each by a row of its own: the rows are gone
 * through once, and each value is tested once, however many have it. `among`: only of these.
 */
export async function passTogether(
  { db, size }: Search,
  conditions: readonly RowCondition[],
  among: readonly number[] | null,
): Promise<SeqSet> {
  const [first] = conditions;
  if (!first) throw new Error("No conditions to pass.");
  const kept: SeqSet[] = [];
  for (let from = 0; from < conditions.length; from += TOGETHER) {
    const demands = conditions.slice(from, from + TOGETHER).map(({ demand }) => demand);
    const sets = demands.map(() => emptySet(size));
    for (const { seqs, met } of await recordsMeeting(db, first.source, demands, among)) {
      for (const index of met) for (const seq of seqs) addTo(sets[index] ?? emptySet(0), seq);
    }
    kept.push(...sets);
  }
  return kept.reduce((all, set) => {
    keepAll(all, set);
    return all;
  });
}
