import type { LabelingRule } from "./labeling-rule.ts";
import { type ActiveRule, asActive, ruleOf, stateOf, withQuery } from "./rules-active.ts";

/** The form of the active rule. */
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

/** The form for an unsaved rule that was kept. */
export const typedForm = ({ from, ...rule }: TypedRule): RuleForm => ({
  ...{ rule, isTyped: true, from: from ?? null },
  base: undefined,
});

/** The part of a form that is kept. */
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

/**
 * A form without typed changes follows the stored rule. If that rule was deleted meanwhile, the form stays as if the
 * user had typed it.
 */
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
