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
