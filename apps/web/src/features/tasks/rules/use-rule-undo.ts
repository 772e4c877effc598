import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { SavedRule } from "@postil/domain/tasks/rules-active";
import { useMutation } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import { notify } from "../../../lib/toasts/store.ts";
import { type RulesOf, takeBackRule } from "../wire/rules-api.ts";
import { detailOf } from "./detail-of.ts";

/** What was stored since the rules were opened, to be taken back one by one, the last first (design/task-rules.md#editor). */
export function useRuleUndo(dataset: RulesOf, onKnown: (stored: LabelingRule, now: LabelingRule | null) => void) {
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
