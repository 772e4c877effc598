import type { CoverageMetrics, RuleMetrics } from "./labeling-rule.ts";

/** The parts of a record that are used when a rule finds it. */
export type FoundRecord = {
  readonly id: string;
  /** Null: not annotated. */
  readonly annotatedAs: readonly string[] | null;
  /** The pieces of its text that matched. */
  readonly keywords: readonly string[];
};

/** A record with all rules that find it: their indexes, in order. */
export type MatchedRecord = FoundRecord & { readonly rules: readonly number[] };

/** Every record that at least one rule finds, once; `found` has a list for each rule. */
export function matchedRecords(found: readonly (readonly FoundRecord[])[]): readonly MatchedRecord[] {
  const records = new Map<string, FoundRecord & { readonly rules: number[]; readonly keywords: string[] }>();
  for (const [place, list] of found.entries()) {
    for (const record of list) {
      const known = records.get(record.id);
      if (known === undefined) {
        records.set(record.id, { ...record, keywords: [...record.keywords], rules: [place] });
        continue;
      }
      if (known.rules.at(-1) !== place) known.rules.push(place);
      for (const keyword of record.keywords) if (!known.keywords.includes(keyword)) known.keywords.push(keyword);
    }
  }
  return [...records.values()];
}

type Labelled = { readonly labels: readonly string[] };

/** They disagree if they have no label in common, also if a record may have several labels. */
export const disagree = (one: Labelled, other: Labelled): boolean =>
  !one.labels.some((label) => other.labels.includes(label));

/** A person's verdict on a rule for a found record; null: not annotated, or without any label. */
export function verdictOn(rule: Labelled, annotatedAs: readonly string[] | null): "agrees" | "contradicts" | null {
  if (annotatedAs === null || annotatedAs.length === 0) return null;
  return disagree(rule, { labels: annotatedAs }) ? "contradicts" : "agrees";
}

/** Two rules, by their indexes, with the records on which they disagree. */
export type RulePair = { readonly one: number; readonly other: number; readonly records: readonly MatchedRecord[] };

export type RuleConflicts = {
  /** Records on which any two rules disagree. */
  readonly records: readonly MatchedRecord[];
  /** Pairs with the most records first. */
  readonly pairs: readonly RulePair[];
};

/** A test if two rules, given by index, disagree. Each pair is compared once, however many records both find. */
function disagreements(rules: readonly Labelled[]): (one: number, other: number) => boolean {
  const known = new Map<number, boolean>();
  return (one, other) => {
    const key = one * rules.length + other;
    const before = known.get(key);
    if (before !== undefined) return before;
    const [first, second] = [rules[one], rules[other]];
    const found = first !== undefined && second !== undefined && disagree(first, second);
    known.set(key, found);
    return found;
  };
}

export function ruleConflicts(rules: readonly Labelled[], matched: readonly MatchedRecord[]): RuleConflicts {
  const areApart = disagreements(rules);
  const pairs = new Map<number, { one: number; other: number; records: MatchedRecord[] }>();
  const records: MatchedRecord[] = [];
  for (const record of matched) {
    const apart = pairsOf(record.rules, areApart);
    if (apart.length > 0) records.push(record);
    for (const [one, other] of apart) {
      const key = one * rules.length + other;
      const pair = pairs.get(key);
      if (pair) pair.records.push(record);
      else pairs.set(key, { one, other, records: [record] });
    }
  }
  return { records, pairs: [...pairs.values()].sort((a, b) => b.records.length - a.records.length) };
}

const pairsOf = (
  places: readonly number[],
  areApart: (one: number, other: number) => boolean,
): readonly (readonly [number, number])[] =>
  places.flatMap((one, at) =>
    places.slice(at + 1).flatMap((other) => (areApart(one, other) ? [[one, other] as const] : [])),
  );

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

type LabelSuggestion = { readonly label: string; readonly score: number | null };
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

/** Sums over all rules, from the metrics of each (RUL-07, RUL-21, RUL-25). */
export type RuleSums = { readonly correct: number; readonly incorrect: number; readonly precision: number | null };

export function ruleSums(metrics: readonly Pick<RuleMetrics, "correct" | "incorrect">[]): RuleSums {
  const correct = metrics.reduce((sum, rule) => sum + (rule.correct ?? 0), 0);
  const incorrect = metrics.reduce((sum, rule) => sum + (rule.incorrect ?? 0), 0);
  const judged = correct + incorrect;
  return { correct, incorrect, precision: judged === 0 ? null : correct / judged };
}

/** Number of found records (RUL-10): replies contain only the share. */
export const foundRecords = ({ totalRecords, coverage }: CoverageMetrics): number =>
  Math.round(totalRecords * (coverage ?? 0));

export const foundAnnotated = ({ annotatedRecords, coverageAnnotated }: CoverageMetrics): number =>
  Math.round(annotatedRecords * (coverageAnnotated ?? 0));

/** The queries of each label's rules. Labels without a rule are listed too (RUL-25), so that gaps are visible. */
export function queriesByLabel(
  labels: readonly string[],
  rules: readonly { readonly query: string; readonly labels: readonly string[] }[],
): ReadonlyMap<string, readonly string[]> {
  const queries = new Map<string, string[]>(labels.map((label) => [label, []]));
  for (const rule of rules) {
    for (const label of new Set(rule.labels)) {
      const known = queries.get(label);
      if (known) known.push(rule.query);
      else queries.set(label, [rule.query]);
    }
  }
  return queries;
}

type Counts = { readonly [label: string]: number };

/** First those that most found records have, annotated or predicted; equal ones keep their order (RUL-26). */
export function likelyFirst<Of extends { readonly text: string }>(
  labels: readonly Of[],
  found: { readonly annotated_as: Counts; readonly predicted_as: Counts },
): readonly Of[] {
  const countOf = ({ text }: Of) => (found.annotated_as[text] ?? 0) + (found.predicted_as[text] ?? 0);
  return labels.toSorted((one, other) => countOf(other) - countOf(one));
}
