import { type GlobalLabel, LONGEST_LABEL } from "@postil/domain/tasks/labels";
import { tooLongAmong } from "@postil/domain/tasks/new-labels";
import { characters } from "@postil/domain/text/characters";
import { useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import { errorMessage } from "../../lib/api/error-lines.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { type LabeledDataset, taskSettingsKey } from "../../lib/api/queries/task-settings.ts";
import { addLabels } from "../../lib/task-labels/add-labels.ts";
import { LabelSignal } from "../../lib/task-labels/label-signal.ts";
import { announce } from "../../ui/live-region.tsx";
import { type SaveState, useSaveState } from "../../ui/settings/use-save-state.ts";
import type { LabelEdit } from "./use-label-draft.ts";

export type LabelSaving = {
  readonly state: SaveState;
  /** what the server said against it, line by line */
  readonly refusal: readonly string[];
  readonly save: () => void;
  /** Takes what somebody else has saved; what was added stays to be saved. */
  readonly reload: () => void;
};

type Saved = { dataset: LabeledDataset; labels: readonly GlobalLabel[]; edit: LabelEdit; onRefused: () => void };

/** Saves order, removals and new labels by one call (LAB-15). */
export function useLabelSaving({ dataset, labels, edit, onRefused }: Saved): LabelSaving {
  const client = useQueryClient();
  const [state, setState] = useSaveState();
  const [refusal, setRefusal] = useState<readonly string[]>([]);

  const run = async () => {
    const { isReordered, fresh, repeated, shown, draft } = edit;
    const isPut = isReordered || draft.removed.length > 0 || (fresh.length === 0 && repeated.length === 0);
    const change = { labels, order: isPut ? shown : undefined, added: [...fresh, ...repeated] };
    const outcome = await addLabels(client, dataset, change);
    if (outcome === "refused") return onRefused();
    if (outcome === "meanwhile") return setState("meanwhile");
    edit.settle(draft);
    setState("saved");
    announce(t("datasetSettings.form.saved"));
  };
  const save = () => {
    if (state === "saving") return;
    const tooLong = tooLongAmong(edit.fresh);
    setRefusal(
      tooLong.map((label) => t("taskSettings.new.tooLong", { label, count: characters(label), max: LONGEST_LABEL })),
    );
    if (tooLong.length > 0) return;
    setState("saving");
    run().catch((error: unknown) => {
      setState("resting");
      // The toast has said it.
      if (error instanceof LabelSignal) return;
      const failure = failureOf(error);
      if (failure === null) throw error;
      setRefusal(failure.status === 400 ? errorMessage(failure).lines : []);
    });
  };
  const reload = () => {
    void client.invalidateQueries({ queryKey: taskSettingsKey(dataset) });
    edit.keepAdded();
    setState("resting");
  };
  return { state, refusal, save, reload };
}
