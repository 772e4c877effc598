import {
  type ActiveRule,
  asActive,
  type RuleForm,
  type SavedRule,
  saysTheSame,
  stateOf,
  type TypedRule,
} from "@postil/domain/tasks/active-rule";
import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { type QueryClient, useMutation } from "@tanstack/react-query";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { errorMessage, failureOf } from "../../../lib/api/failure.ts";
import { forgetRule, keepRule, keptRules } from "../../../lib/kept-work/typed-work.ts";
import { useUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { deleteRule, RuleChanged, type RulesOf, saveRule, takeBackRule } from "../wire/rules-api.ts";
import { refreshFigures } from "./rules-queries.ts";
import { rulesKey, rulesQuery } from "./rules-query.ts";

/** Saves and deletes rules, and undoes a save. Afterwards their figures are loaded again (RUL-16). */
export function useRuleWrites(
  client: QueryClient,
  dataset: RulesOf,
  typed: TypedRules,
  /** Sets the stored rule that the form of a query is compared with. */
  rebase: (query: string, base: LabelingRule | null) => void,
) {
  const put = (query: string, now: LabelingRule | null) => {
    client.setQueryData(rulesQuery(dataset).queryKey, (rules) =>
      now === null ? rules?.filter((rule) => rule.query !== query) : rules && withRule(rules, now),
    );
    void client.invalidateQueries({ queryKey: rulesKey(dataset) });
    rebase(query, now);
  };
  const undo = useRuleUndo(dataset, (stored, now) => {
    put(stored.query, now);
    // The rule is not stored any more, so it is kept as typed text.
    if (now === null && typed.of(stored.query) === null) typed.keep(asActive(stored));
  });
  const saving = useMutation({
    mutationFn: ({ rule, base }: Saving) => saveRule(dataset, rule, base),
    onSuccess: (saved, { from }) => {
      typed.forgetStored([saved.stored]);
      if (from !== null) typed.forgetOrigin(from, saved.stored);
      client.setQueryData(rulesQuery(dataset).queryKey, (rules) => rules && withRule(rules, saved.stored));
      rebase(saved.stored.query, saved.stored);
      void refreshFigures(client, dataset);
      undo.note(saved);
    },
    // The next save overwrites this version.
    onError: (error) => error instanceof RuleChanged && put(error.now.query, error.now),
  });
  /** Returns true if the rule is deleted. */
  const remove = async (query: string): Promise<boolean> => {
    try {
      await deleteRule(dataset, query);
    } catch (error) {
      if (failureOf(error) === null) throw error;
      console.error(`Rule '${query}' can't be deleted`, error);
      notify({ type: "error", message: t("taskRules.delete.failed", { query }) });
      return false;
    }
    put(query, null);
    undo.forget(query);
    notify({ type: "success", message: t("taskRules.delete.done", { query }) });
    return true;
  };
  return {
    save: ({ rule, from, base }: RuleForm) => rule && saving.mutate({ rule, from, base: base ?? null }),
    isSaving: saving.isPending,
    savedQuery: undo.nextQuery,
    /** The reason why a rule could not be stored. */
    failed: saving.isError && {
      query: saving.variables.rule.query,
      /** The server's message, or null. */
      why: detailOf(saving.error),
      /** The rule as another user changed it after this form was opened; null if that was not the reason. */
      changed: saving.error instanceof RuleChanged ? asActive(saving.error.now) : null,
    },
    remove,
    takeBack: undo.takeBack,
  };
}

type Saving = Pick<RuleForm, "from"> & { readonly rule: ActiveRule; readonly base: LabelingRule | null };

/** Replaces the rule in place, or adds it as the newest. */
const withRule = (rules: readonly LabelingRule[], stored: LabelingRule): readonly LabelingRule[] =>
  rules.some(({ query }) => query === stored.query)
    ? rules.map((rule) => (rule.query === stored.query ? stored : rule))
    : [...rules, stored];

/** The saves since the rules were opened. They are undone one by one, the last first (design/task-rules.md#editor). */
function useRuleUndo(dataset: RulesOf, onKnown: (stored: LabelingRule, now: LabelingRule | null) => void) {
  const [saves, setSaves] = useState<readonly SavedRule[]>([]);
  const last = saves.at(-1);
  const undoing = useMutation({
    mutationFn: (saved: SavedRule) => takeBackRule(dataset, saved),
    onSuccess: ({ isTakenBack, now }, saved) => {
      setSaves((all) => all.filter((one) => one !== saved));
      const { query } = saved.stored;
      onKnown(saved.stored, now);
      if (isTakenBack) notify({ message: t(`taskRules.undo.${now === null ? "gone" : "asBefore"}`, { query }) });
      else notify({ type: "warning", message: t(`taskRules.undo.${now === null ? "deleted" : "changed"}`, { query }) });
    },
    onError: (error, { stored: { query } }) => {
      const why = detailOf(error);
      notify({
        type: "error",
        message: t("taskRules.undo.failed", { query }),
        ...(why === null ? {} : { detail: why }),
      });
    },
  });
  return {
    /** The query of the rule whose save is undone next. */
    nextQuery: last?.stored.query ?? null,
    note: (saved: SavedRule) => setSaves((all) => [...all, saved]),
    /** The rule is deleted, so its saves are forgotten. */
    forget: (query: string) => setSaves((all) => all.filter(({ stored }) => stored.query !== query)),
    takeBack: last === undefined ? null : () => undoing.isPending || undoing.mutate(last),
  };
}

/** The reason of a failed call, in one line; null if the server gave none. */
export function detailOf(error: unknown): string | null {
  const failure = failureOf(error);
  return failure === null ? null : errorMessage(failure).lines.join(" ");
}

/** The unsaved rules of a dataset that this device keeps for the current user. */
export function useTypedRules({ workspaceName, name }: RulesOf) {
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
