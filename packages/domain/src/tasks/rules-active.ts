import { type LabelingRule, RULE_QUERY } from "./labeling-rule.ts";

/** The rule that the user writes or looks at: one per dataset (RUL-15). */
export type ActiveRule = {
  /** Without blanks at its ends (RUL-13). */
  readonly query: string;
  readonly labels: readonly string[];
  readonly description: string;
};

/** The active rule compared with the stored ones. */
export type ActiveRuleState = "unstored" | "stored" | "changed";

/** The stored rule of a query, or null. */
export const ruleOf = (rules: readonly LabelingRule[], query: string): LabelingRule | null =>
  rules.find((rule) => rule.query === query.trim()) ?? null;

/** A description that equals the query counts as none (RUL-20). */
const shownDescription = ({ query, description }: LabelingRule): string =>
  description === null || description === query ? "" : description;

/** A stored rule in its editable form. */
export const asActive = (rule: LabelingRule): ActiveRule => ({
  query: rule.query,
  labels: [...new Set(rule.labels)],
  description: shownDescription(rule),
});

/**
 * The active rule after its query changed. A blank query has no rule. A stored rule brings its labels and its
 * description. Otherwise the labels stay, because a user who narrows a query has chosen its purpose already. The
 * description of a stored rule does not stay.
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

/** Chooses a label, or removes the choice. If a record has only one label, so has a rule. */
export function withLabelToggled(active: ActiveRule, label: string, multiLabel: boolean): ActiveRule {
  const others = active.labels.filter((one) => one !== label);
  const isChosen = others.length < active.labels.length;
  return { ...active, labels: isChosen ? others : multiLabel ? [...others, label] : [label] };
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean => {
  const labels = new Set(one);
  return labels.size === new Set(other).size && other.every((label) => labels.has(label));
};

/** A stored rule with the same query and the same labels is this rule (RUL-20). */
export function stateOf(active: ActiveRule, rules: readonly LabelingRule[]): ActiveRuleState {
  const stored = ruleOf(rules, active.query);
  if (stored === null) return "unstored";
  const same = sameSet(active.labels, stored.labels) && active.description.trim() === shownDescription(stored).trim();
  return same ? "stored" : "changed";
}

/** A rule that was saved, and the rule that it replaced; null: it is new. */
export type SavedRule = { readonly before: LabelingRule | null; readonly stored: LabelingRule };

/** True if the rule is still as it was saved, so that an undo removes no other user's change. */
export const isAsSaved = ({ stored }: SavedRule, now: LabelingRule | null): boolean =>
  now !== null && stateOf(asActive(stored), [now]) === "stored";

/** The reason why the rule cannot be stored; null: it can be. */
export function storeFault(active: ActiveRule, state: ActiveRuleState): "long" | "labels" | "stored" | null {
  if ([...active.query].length > RULE_QUERY.max) return "long";
  if (active.labels.length === 0) return "labels";
  return state === "stored" ? "stored" : null;
}

/** The rule as it is sent: without a description, the query is its description (RUL-20). */
export const toStore = ({ query, labels, description }: ActiveRule): ActiveRule => ({
  query,
  labels,
  description: description.trim() || query,
});

/** The active rule after a rule was deleted: null if it was that one (RUL-17). */
export const withoutRule = (active: ActiveRule | null, query: string): ActiveRule | null =>
  active?.query === query ? null : active;

/**
 * The rules whose metrics are refreshed (RUL-18, RUL-19). It throws if the rules were never loaded; an empty list is
 * fine.
 */
export function rulesToRefresh(rules: readonly LabelingRule[] | undefined): readonly LabelingRule[] {
  if (rules === undefined) throw new Error(NO_RULES_INFO);
  return rules;
}
export const NO_RULES_INFO = "No rules info found";
