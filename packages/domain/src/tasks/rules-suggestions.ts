import { disagreements } from "./rules-conflicts.ts";
import type { MatchedRecord } from "./rules-matches.ts";

/** A rule as it is applied: its precision is the score of its suggestions; null: unknown. */
export type AppliedRule = { readonly labels: readonly string[]; readonly precision: number | null };

export type SuggestionWish = {
  /** Index of the only rule to apply; null: all rules. */
  readonly only: number | null;
  /** True to include records with an annotation. */
  readonly annotated: boolean;
  /** True to include records on which any two rules disagree. */
  readonly disputed: boolean;
};

export type LabelSuggestion = { readonly label: string; readonly score: number | null };
export type RecordSuggestion = { readonly record: MatchedRecord; readonly labels: readonly LabelSuggestion[] };

/** The default: no records that are annotated, and none on which rules disagree. */
export const CAREFUL: SuggestionWish = { only: null, annotated: false, disputed: false };

/** The planned suggestions by record; the labels are in the order of their rules. */
export function plannedSuggestions(
  rules: readonly AppliedRule[],
  matched: readonly MatchedRecord[],
  wish: SuggestionWish,
): readonly RecordSuggestion[] {
  const isDisputed = disputedBy(rules);
  return matched.flatMap((record) => {
    const places = record.rules.filter((place) => wish.only === null || place === wish.only);
    if (places.length === 0) return [];
    if (!wish.annotated && record.annotatedAs !== null) return [];
    if (!wish.disputed && isDisputed(record)) return [];
    return [{ record, labels: suggested(places.flatMap((place) => rules[place] ?? [])) }];
  });
}

export function disputedBy(rules: readonly AppliedRule[]): (record: MatchedRecord) => boolean {
  const areApart = disagreements(rules);
  return ({ rules: places }) => places.some((one, at) => places.slice(at + 1).some((other) => areApart(one, other)));
}

/** Each label once, with the highest precision of its rules; a known precision replaces an unknown one. */
function suggested(rules: readonly AppliedRule[]): readonly LabelSuggestion[] {
  const scores = new Map<string, number | null>();
  for (const { labels, precision } of rules) {
    for (const label of labels) {
      const known = scores.get(label) ?? null;
      scores.set(label, known === null || precision === null ? (known ?? precision) : Math.max(known, precision));
    }
  }
  return [...scores].map(([label, score]) => ({ label, score }));
}

/** The score that the wire uses if none is given (contract api-v0 5.2). */
const NO_SCORE = 1;

/** The scores as they are sent: if a record has only one label, their sum is at most one (contract api-v0 5.3). */
export function writtenScores(
  labels: readonly LabelSuggestion[],
  multiLabel: boolean,
): readonly { readonly label: string; readonly score: number }[] {
  const scored = labels.map(({ label, score }) => ({ label, score: score ?? NO_SCORE }));
  const sum = scored.reduce((total, { score }) => total + score, 0);
  return multiLabel || sum <= 1 ? scored : scored.map(({ label, score }) => ({ label, score: score / sum }));
}
