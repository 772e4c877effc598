import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { RuleForm } from "@postil/domain/tasks/rule-form";
import { type ActiveRule, asActive, type SavedRule } from "@postil/domain/tasks/rules-active";
import { type QueryClient, useMutation } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import { errorMessage } from "../../../lib/api/error-lines.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { deleteRule, RuleChanged, type RulesOf, saveRule, takeBackRule } from "../wire/rules-api.ts";
import type { RuleFailure } from "./rules-mode.ts";
import { refreshFigures } from "./rules-queries.ts";
import { rulesKey, rulesQuery } from "./rules-query.ts";
import type { TypedRules } from "./use-typed-rules.ts";

/** Storing and deleting rules, and the way back from the former; what is known of them is asked for anew afterwards (RUL-16). */
export function useRuleWrites(
  client: QueryClient,
  dataset: RulesOf,
  typed: TypedRules,
  /** The form of a query is over this from now on. */
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
    // What was stored alone is only typed again.
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
    // Saved again, it is written over that.
    onError: (error) => error instanceof RuleChanged && put(error.now.query, error.now),
  });
  /** Whether it is gone. */
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
    failed: failureToSave(saving.error, saving.variables),
    remove,
    takeBack: undo.takeBack,
  };
}

type Saving = Pick<RuleForm, "from"> & { readonly rule: ActiveRule; readonly base: LabelingRule | null };

function failureToSave(error: Error | null, saving: Saving | undefined): RuleFailure | null {
  if (error === null || saving === undefined) return null;
  const changed = error instanceof RuleChanged ? asActive(error.now) : null;
  return { query: saving.rule.query, why: detailOf(error), changed };
}

/** In its place, or the newest. */
const withRule = (rules: readonly LabelingRule[], stored: LabelingRule): readonly LabelingRule[] =>
  rules.some(({ query }) => query === stored.query)
    ? rules.map((rule) => (rule.query === stored.query ? stored : rule))
    : [...rules, stored];

/** What was stored since the rules were opened, to be taken back one by one, the last first (design/task-rules.md#editor). */
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
    /** Whose save it is that is taken back next. */
    nextQuery: last?.stored.query ?? null,
    note: (saved: SavedRule) => setSaves((all) => [...all, saved]),
    /** The rule is gone, and what was stored of it with it. */
    forget: (query: string) => setSaves((all) => all.filter(({ stored }) => stored.query !== query)),
    takeBack: last === undefined ? null : () => undoing.isPending || undoing.mutate(last),
  };
}

/** Why a call failed, in a line; null when the server did not say. */
export function detailOf(error: unknown): string | null {
  const failure = failureOf(error);
  return failure === null ? null : errorMessage(failure).lines.join(" ");
}
