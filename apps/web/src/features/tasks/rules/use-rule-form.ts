import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import {
  EMPTY_FORM,
  formFor,
  type RuleForm,
  typedForm,
  typedInto,
  typedRule,
  untypedForm,
} from "@postil/domain/tasks/rule-form";
import type { ActiveRule } from "@postil/domain/tasks/rules-active";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RulesMode, RulesPage } from "./rules-mode.ts";
import { rulesKey } from "./rules-query.ts";
import type { TypedRules } from "./use-typed-rules.ts";

/**
 * The form of the active rule, which follows the search box; without the rules nobody knows yet which is stored. What is not stored of
 * it is still there when one comes back from another query or mode, and after a reload.
 */
export function useRuleForm({ query, dataset }: RulesPage, rules: RulesMode["rules"], typed: TypedRules) {
  const client = useQueryClient();
  const key = [...rulesKey(dataset), "active"];
  const [form, setForm] = useState<RuleForm>(() => {
    const half = typed.of(query.trim());
    const left = client.getQueryData<RuleForm>(key);
    return half ? typedForm(half) : left?.rule?.query === query.trim() ? left : EMPTY_FORM;
  });
  const next = rules === undefined ? form : formFor(form, query, rules, typed.of);
  if (next !== form) setForm(next);
  // What is not kept on the device, such as labels that came along with a query, lasts as long as the page.
  useEffect(() => {
    client.setQueryData(key, typed.of(next.rule?.query ?? "") === null ? next : EMPTY_FORM);
  });
  useEffect(() => {
    if (rules !== undefined) typed.forgetStored(rules);
  }, [typed, rules]);
  const isOfQuery = next.rule?.query === query.trim();
  return {
    form: isOfQuery ? next : EMPTY_FORM,
    change: (rule: ActiveRule) => {
      const changed = typedInto(next, rule, rules);
      setForm(changed);
      if (changed.isTyped) typed.keep(typedRule(rule, changed));
      else typed.forget(rule.query);
    },
    discard: () => {
      if (next.rule === null || rules === undefined) return;
      typed.forget(next.rule.query);
      setForm(untypedForm(next.rule.query, rules));
    },
    clear: () => setForm(EMPTY_FORM),
    /** What is stored of a query is known: what was typed is over that. */
    rebase: (of: string, base: LabelingRule | null) =>
      setForm((now) => (now.isTyped && now.rule?.query === of ? { ...now, base } : now)),
  };
}
