import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { saysTheSame, type TypedRule } from "@postil/domain/tasks/rule-form";
import { stateOf } from "@postil/domain/tasks/rules-active";
import { useMemo } from "react";
import { forgetRule, keepRule, keptRules } from "../../../lib/kept-work/kept-rule.ts";
import { useUser } from "../../../lib/session/use-session.ts";
import type { RulesPage } from "./rules-mode.ts";

/** The unsaved rules of a dataset that this device keeps for the current user. */
export function useTypedRules({ workspaceName, name }: RulesPage["dataset"]) {
  const userId = useUser()?.id;
  return useMemo(() => {
    const dataset = taskDatasetKey(workspaceName, name);
    const all = () => (userId === undefined ? [] : keptRules(userId, dataset));
    const of = (query: string): TypedRule | null => all().find((rule) => rule.query === query) ?? null;
    const forget = (query: string) => userId !== undefined && of(query) !== null && forgetRule(userId, dataset, query);
    return {
      of,
      forget,
      keep: (rule: TypedRule) => userId !== undefined && keepRule(userId, dataset, rule),
      /** Forgets the rules that are now stored as they were typed. */
      forgetStored: (rules: readonly LabelingRule[]) => {
        for (const rule of all()) if (stateOf(rule, rules) === "stored") forget(rule.query);
      },
      /** Forgets the rule of the query that was narrowed, if it was typed as it is now stored. */
      forgetOrigin: (query: string, stored: LabelingRule) => {
        const rule = of(query);
        if (rule !== null && saysTheSame(rule, stored)) forget(query);
      },
    };
  }, [userId, workspaceName, name]);
}
export type TypedRules = ReturnType<typeof useTypedRules>;
