import { type LabelingRule, RULE_QUERY } from "./labeling-rule.ts";

/** The rule that the user writes or looks at: one per dataset (RUL-15). */
export type ActiveRule = {
  /** Without blanks at its ends (RUL-13). */
  readonly query: string;
  readonly labels: readonly string[];
  readonly description: string;
};

export type ActiveRuleState = "unstored" | "stored" | "changed";

export const ruleOf = (rules: readonly LabelingRule[], query: string): LabelingRule | null =>
  rules.find((rule) => rule.query === query.trim()) ?? null;

/** A description that equals the query counts as none (RUL-20). */
const shownDescription = ({ query, description }: LabelingRule): string =>
  description === null || description === query ? "" : description;

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

export type RuleForm = {
  readonly rule: ActiveRule | null;
  /**
   * True if the user typed something that is not stored. Else the form shows the stored rule and follows its changes.
   */
  readonly isTyped: boolean;
  /** The query of the unsaved rule from which the labels and the description were taken; null: none. */
  readonly from: string | null;
  /** The stored rule from which the form was made; null: there was none; undefined: the rules are not loaded yet. */
  readonly base: LabelingRule | null | undefined;
};

export const EMPTY_FORM: RuleForm = { rule: null, isTyped: false, from: null, base: null };

/** An unsaved rule for a query, as the browser keeps it. */
export type TypedRule = ActiveRule & {
  /** The query from which the labels and the description were taken; absent: none. */
  readonly from?: string;
};

export const typedForm = ({ from, ...rule }: TypedRule): RuleForm => ({
  ...{ rule, isTyped: true, from: from ?? null },
  base: undefined,
});

export const typedRule = (rule: ActiveRule, { from }: RuleForm): TypedRule =>
  from === null ? rule : { ...rule, from };

/** The form without unsaved changes: the stored rule, or one without labels if none is stored. */
export function untypedForm(query: string, rules: readonly LabelingRule[]): RuleForm {
  const base = ruleOf(rules, query);
  return { ...EMPTY_FORM, rule: base ? asActive(base) : { query, labels: [], description: "" }, base };
}

/**
 * The form after its query or the stored rules changed. If the new query has an unsaved rule, that rule is restored.
 */
export function formFor(
  form: RuleForm,
  query: string,
  rules: readonly LabelingRule[],
  typedFor: (query: string) => TypedRule | null,
): RuleForm {
  const trimmed = query.trim();
  if ((form.rule?.query ?? "") === trimmed) return followed(form, rules);
  const typed = typedFor(trimmed);
  if (typed !== null) return followed(typedForm(typed), rules);
  const base = ruleOf(rules, trimmed);
  const from = base === null ? originOf(form, rules) : null;
  return { rule: withQuery(form.rule, trimmed, rules), isTyped: false, from, base };
}

/** The form after the user typed into it. If it equals the stored rule, or is empty, it does not count as typed. */
export function typedInto(form: RuleForm, rule: ActiveRule, rules: readonly LabelingRule[] | undefined): RuleForm {
  const base = form.isTyped || rules === undefined ? form.base : ruleOf(rules, rule.query);
  const isTyped = Boolean(base) || rule.labels.length > 0 || rule.description !== "";
  const typed = { ...form, rule, isTyped, base };
  return rules === undefined ? typed : followed(typed, rules);
}

/** Follows the stored rule. If that was deleted meanwhile, the form stays as if it had been typed. */
function followed(form: RuleForm, rules: readonly LabelingRule[]): RuleForm {
  const { rule, isTyped, base } = form;
  if (rule === null) return form;
  const stored = ruleOf(rules, rule.query);
  if (stored === null && !isTyped && base) return { ...form, isTyped: true, base: null };
  const isStored = stateOf(rule, rules) === "stored";
  if (stored !== null && (isStored || !isTyped)) {
    if (isStored && !isTyped && base === stored) return form;
    return { ...EMPTY_FORM, rule: isStored ? rule : asActive(stored), base: stored };
  }
  return base === undefined ? { ...form, base: stored } : form;
}

function originOf({ rule, isTyped, from }: RuleForm, rules: readonly LabelingRule[]): string | null {
  if (!isTyped) return from;
  return rule === null || ruleOf(rules, rule.query) !== null ? null : rule.query;
}

/**
 * True if an unsaved rule has the same labels and description as a rule that was stored for a query derived from it.
 */
export const saysTheSame = (typed: ActiveRule, stored: LabelingRule): boolean =>
  stateOf({ ...typed, query: stored.query }, [stored]) === "stored";
