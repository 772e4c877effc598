import { type RuleConflicts, ruleConflicts } from "@postil/domain/tasks/rules-conflicts";
import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { useMemo } from "react";
import { useRulesMode } from "./rules-mode.ts";
import { type Matches, useMatches } from "./use-matches.ts";

export type Conflicts = {
  readonly matches: Matches;
  /** Null until what the rules find is read. */
  readonly found: RuleConflicts | null;
  /** How many records the rules find, each rule by itself; null: not known. */
  readonly total: number | null;
};

/** So much is read without being asked for: the number of conflicts is worth that. */
const READ_AT_ONCE = 20_000;

/** On which records the rules disagree; read once somebody looks, or where it is little. */
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
