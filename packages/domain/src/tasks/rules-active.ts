import { type LabelingRule, RULE_QUERY } from "./labeling-rule.ts";

/** The rule that is being written or looked at: one of a dataset (RUL-15). */
export type ActiveRule = {
  /** Without blanks at its ends (RUL-13). */
  readonly query: string;
  readonly labels: readonly string[];
  readonly description: string;
};

/** What the active rule is beside the stored ones. */
export type ActiveRuleState = "unstored" | "stored" | "changed";

/** The stored rule of a query. */
export const ruleOf = (rules: readonly LabelingRule[], query: string): LabelingRule | null =>
  rules.find((rule) => rule.query === query.trim()) ?? null;

/** A description that says nothing but the query is none (RUL-20). */
const shownDescription = ({ query, description }: LabelingRule): string =>
  description === null || description === query ? "" : description;

/** A stored rule as it is edited. */
export const asActive = (rule: LabelingRule): ActiveRule => ({
  query: rule.query,
  labels: [...new Set(rule.labels)],
  description: shownDescription(rule),
});

/**
 * The active rule once its query is another: of a blank one there is none; a stored rule comes with its labels and its
 * description; else the labels stay, for whoever narrows a query has chosen what it is for. A text about a stored rule does not.
 */
export function withQuery(active: ActiveRule | null, query: string, rules: readonly LabelingRule[]): ActiveRule | null {
  const trimmed = query.trim();
  if (trimmed === "") return null;
  if (active?.query === trimmed) return active;
  const stored = ruleOf(rules, trimmed);
  if (stored) return asActive(stored);
  const wasStored = active !== null && ruleOf(rules, active.query) !== null;
  return {
    query: trimmed,
    labels: active?.labels ?? [],
    description: active === null || wasStored ? "" : active.description,
  };
}

/** With the label chosen, or no longer chosen; where a record has one label, a rule has one. */
export function withLabelToggled(active: ActiveRule, label: string, multiLabel: boolean): ActiveRule {
  const others = active.labels.filter((one) => one !== label);
  const isChosen = others.length < active.labels.length;
  return { ...active, labels: isChosen ? others : multiLabel ? [...others, label] : [label] };
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean => {
  const labels = new Set(one);
  return labels.size === new Set(other).size && other.every((label) => labels.has(label));
};

/** A stored rule of the same query and the same labels is this one (RUL-20). */
export function stateOf(active: ActiveRule, rules: readonly LabelingRule[]): ActiveRuleState {
  const stored = ruleOf(rules, active.query);
  if (stored === null) return "unstored";
  const same = sameSet(active.labels, stored.labels) && active.description.trim() === shownDescription(stored).trim();
  return same ? "stored" : "changed";
}

/** A rule that was stored, and what stood there before; null: it is new. */
export type SavedRule = { readonly before: LabelingRule | null; readonly stored: LabelingRule };

/** Whether what stands there now is what was stored, so that taking that back undoes nobody else's change. */
export const isAsSaved = ({ stored }: SavedRule, now: LabelingRule | null): boolean =>
  now !== null && stateOf(asActive(stored), [now]) === "stored";

/** Why the rule cannot be stored; null: it can be. */
export function storeFault(active: ActiveRule, state: ActiveRuleState): "long" | "labels" | "stored" | null {
  if ([...active.query].length > RULE_QUERY.max) return "long";
  if (active.labels.length === 0) return "labels";
  return state === "stored" ? "stored" : null;
}

/** What is sent of a rule that is stored: without a description its query is one (RUL-20). */
export const toStore = ({ query, labels, description }: ActiveRule): ActiveRule => ({
  query,
  labels,
  description: description.trim() || query,
});

/** The active rule when a rule is gone: none, if it was that one (RUL-17). */
export const withoutRule = (active: ActiveRule | null, query: string): ActiveRule | null =>
  active?.query === query ? null : active;

/** The rules whose metrics are refreshed (RUL-18, RUL-19): those that were never loaded cannot be, and none is nothing to do. */
export function rulesToRefresh(rules: readonly LabelingRule[] | undefined): readonly LabelingRule[] {
  if (rules === undefined) throw new Error(NO_RULES_INFO);
  return rules;
}
export const NO_RULES_INFO = "No rules info found";
