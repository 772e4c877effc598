import type { MatchedRecord } from "@postil/domain/tasks/rules-matches";
import {
  type AppliedRule,
  disputedBy,
  plannedSuggestions,
  type SuggestionWish,
} from "@postil/domain/tasks/rules-suggestions";

/** How many records each choice would reach, others as they are. */
export function countsOf(rules: readonly AppliedRule[], matched: readonly MatchedRecord[], wish: SuggestionWish) {
  const count = (change: Partial<SuggestionWish>) =>
    plannedSuggestions(rules, matched, { annotated: true, disputed: true, only: null, ...change }).length;
  const isDisputed = disputedBy(rules);
  const reached = plannedSuggestions(rules, matched, { ...wish, disputed: true });
  return {
    all: count({}),
    only: (place: number) => count({ only: place }),
    unanswered: count({ only: wish.only, annotated: false }),
    answered: count({ only: wish.only }),
    disputed: reached.filter(({ record }) => isDisputed(record)).length,
  };
}
