import type { LabelingRule } from "./labeling-rule.ts";
import { type ActiveRule, asActive, ruleOf, stateOf, withQuery } from "./rules-active.ts";

/** The form of the active rule. */
export type RuleForm = {
  readonly rule: ActiveRule | null;
  /** Somebody typed what is not stored; else it shows what is stored, whoever changes that. */
  readonly isTyped: boolean;
  /** The query of the half-typed rule that its labels and its description came from; null: of none. */
  readonly from: string | null;
  /** The stored rule that it was made from; null: there was none; undefined: the rules are not known yet. */
  readonly base: LabelingRule | null | undefined;
};

export const EMPTY_FORM: RuleForm = { rule: null, isTyped: false, from: null, base: null };

/** What was half typed for a query, as it is kept. */
export type TypedRule = ActiveRule & {
  /** The query that its labels and its description came from; absent: of none. */
  readonly from?: string;
};

/** The form of it, as it is found again. */
export const typedForm = ({ from, ...rule }: TypedRule): RuleForm => ({
  ...{ rule, isTyped: true, from: from ?? null },
  base: undefined,
});

/** What is kept of a form. */
export const typedRule = (rule: ActiveRule, { from }: RuleForm): TypedRule =>
  from === null ? rule : { ...rule, from };

/** A rule as it is stored, or with nothing chosen where none is. */
export function untypedForm(query: string, rules: readonly LabelingRule[]): RuleForm {
  const base = ruleOf(rules, query);
  return { ...EMPTY_FORM, rule: base ? asActive(base) : { query, labels: [], description: "" }, base };
}

/** The form once its query or the stored rules are others. What was half typed for a query is there again when it is the query again. */
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

/** With something typed into it; what is as stored, or says nothing, is not typed. */
export function typedInto(form: RuleForm, rule: ActiveRule, rules: readonly LabelingRule[] | undefined): RuleForm {
  const base = form.isTyped || rules === undefined ? form.base : ruleOf(rules, rule.query);
  const isTyped = Boolean(base) || rule.labels.length > 0 || rule.description !== "";
  const typed = { ...form, rule, isTyped, base };
  return rules === undefined ? typed : followed(typed, rules);
}

/** What nobody typed follows what is stored; the rule that was deleted meanwhile stays as if it was typed. */
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

/** Whether a half-typed rule has the labels and the description of one that was stored for a query made of its own. */
export const saysTheSame = (typed: ActiveRule, stored: LabelingRule): boolean =>
  stateOf({ ...typed, query: stored.query }, [stored]) === "stored";
