import { type RuleConflicts, ruleConflicts } from "@postil/domain/tasks/rules-conflicts";
import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { useMemo } from "react";
import { useRulesMode } from "./rules-mode.ts";
import { type Matches, useMatches } from "./use-matches.ts";

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
