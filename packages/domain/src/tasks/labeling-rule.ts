import type { Micros } from "../time.ts";

/** A rule that labels the records its query finds (contract api-v0 section 8, RUL-*). */
export type LabelingRule = {
  /** It also identifies the rule within the dataset. */
  readonly query: string;
  readonly labels: readonly string[];
  /** The only label, or the one that was given in `label`; null: none. */
  readonly label: string | null;
  readonly description: string | null;
  /** A user name; it stays when the user is deleted. */
  readonly author: string;
  readonly createdAt: Micros;
};

/** Length of a query: a longer one would not fit into the path of the rule. */
export const RULE_QUERY = { min: 1, max: 4000 } as const;
/** Most rules of a dataset, which are read together; `bytes`: their total size, because they are listed together. */
export const RULES_BOUND = { what: "labeling rules", count: 1000, bytes: 8 * 2 ** 20 } as const;

type GivenLabels = { readonly labels: readonly string[]; readonly label: string | null };

/** The given labels in their order, with the separate label. If there are none: {@link NO_LABELS}. */
export const ruleLabels = ({ labels, label }: GivenLabels): readonly string[] =>
  label && !labels.includes(label) ? [...labels, label] : labels;

export const NO_LABELS = "No labels was provided in rule. Give at least one label.";

const onlyLabel = (labels: readonly string[]): string | null => (labels.length === 1 ? (labels[0] ?? null) : null);

/** A new rule keeps its separate label, whatever other labels it has. */
export function labelsOfNewRule(given: GivenLabels): GivenLabels {
  const labels = ruleLabels(given);
  return { labels, label: given.label || onlyLabel(labels) };
}

/** A change replaces the labels. If there are several, `label` is null. */
export function labelsOfChangedRule(given: GivenLabels): GivenLabels {
  const labels = ruleLabels(given);
  return { labels, label: onlyLabel(labels) };
}

/** The quality of a labeling rule, computed from counts of records (contract api-v0 section 8, RUL-02, RUL-22). */

/** The number of records, and the number that the query finds. */
type RuleCounts = {
  readonly records: number;
  /** Number of annotated records, also those without labels. */
  readonly annotated: number;
  readonly found: number;
  /** Number of found records that are annotated with at least one label. */
  readonly foundLabeled: number;
  /** For each of the rule's labels, the number of found records annotated with it; each label once. */
  readonly foundWith: readonly number[];
};

/** Null: there are no records to compute it from. */
export type CoverageMetrics = {
  readonly totalRecords: number;
  readonly annotatedRecords: number;
  readonly coverage: number | null;
  readonly coverageAnnotated: number | null;
};
export type RuleMetrics = CoverageMetrics & {
  readonly correct: number | null;
  readonly incorrect: number | null;
  readonly precision: number | null;
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export const coverageMetrics = ({
  records,
  annotated,
  found,
  foundLabeled,
}: Omit<RuleCounts, "foundWith">): CoverageMetrics => ({
  totalRecords: records,
  annotatedRecords: annotated,
  coverage: share(found, records),
  coverageAnnotated: share(foundLabeled, annotated),
});

/** Each label is correct on the records annotated with it, and incorrect on the other labeled records. */
export function ruleMetrics(counts: RuleCounts): RuleMetrics {
  const { annotated, foundLabeled, foundWith } = counts;
  const correct = foundWith.reduce((sum, count) => sum + count, 0);
  const incorrect = foundWith.length * foundLabeled - correct;
  const isKnown = annotated > 0;
  return {
    ...coverageMetrics(counts),
    correct: isKnown ? correct : null,
    incorrect: isKnown ? incorrect : null,
    precision: isKnown ? share(correct, correct + incorrect) : null,
  };
}

/** Throws if the rules were never loaded; an empty list is fine (RUL-18, RUL-19). */
export function rulesToRefresh(rules: readonly LabelingRule[] | undefined): readonly LabelingRule[] {
  if (rules === undefined) throw new Error(NO_RULES_INFO);
  return rules;
}
export const NO_RULES_INFO = "No rules info found";
