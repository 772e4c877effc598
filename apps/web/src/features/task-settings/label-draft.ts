import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { moveOption } from "@postil/domain/settings/option-list";
import {
  changesOf,
  type DraftedLabels,
  draftedLabels,
  type LabelDraft,
  NO_LABEL_DRAFT,
  readLabelDraft,
  splitTyped,
  tooLongAmong,
  typedLabels,
  unionOf,
} from "@postil/domain/tasks/label-draft";
import { type GlobalLabel, LONGEST_LABEL } from "@postil/domain/tasks/labels";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { characters } from "@postil/domain/text/characters";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { errorMessage, failureOf } from "../../lib/api/failure.ts";
import {
  annotatedAsQuery,
  type LabeledDataset,
  predictedAsQuery,
  taskSettingsKey,
} from "../../lib/api/queries/task-dataset.ts";
import { addLabels, LabelSignal } from "../../lib/task-labels/add-labels.ts";
import { announce } from "../../ui/screen-reader.tsx";
import { type SaveState, useSaveState } from "../../ui/settings/save-row.tsx";
import { useKeptForms } from "../../ui/settings/unsaved.ts";

export type LabelEdit = DraftedLabels & {
  readonly draft: LabelDraft;
  readonly move: (from: number, to: number) => void;
  readonly setOrder: (texts: readonly string[]) => void;
  readonly remove: (text: string) => void;
  /** Sets the text in the field of new labels: labels before the last comma are finished. */
  readonly type: (text: string) => void;
  /** Finishes the label that is still being typed. */
  readonly finish: () => void;
  readonly drop: (added: string) => void;
  /** Moves the last finished label back into the field. */
  readonly takeUp: () => void;
  readonly reset: () => void;
  /** Marks this draft as saved; later changes stay. */
  readonly settle: (saved: LabelDraft) => void;
  /** Keeps only the added labels, because another user has changed the order meanwhile. */
  readonly keepAdded: () => void;
};

const LABELS = { none: NO_LABEL_DRAFT, read: readLabelDraft, unsavedOf: changesOf };

/** The unsaved label changes of a dataset, kept under the same key as all work on it. */
export const useKeptLabels = ({ workspaceName, name }: KnownTaskDataset, mayEdit: boolean) =>
  useKeptForms(taskDatasetKey(workspaceName, name), LABELS, mayEdit);

/** The edited labels; they survive a change of the tab. */
export function useLabelDraft(dataset: KnownTaskDataset, labels: readonly GlobalLabel[]): LabelEdit {
  const [draft, setDraft] = useKeptLabels(dataset, true);
  const drafted = useMemo(() => draftedLabels(labels, draft), [labels, draft]);
  const change = (next: Partial<LabelDraft>) => setDraft((before) => ({ ...before, ...next }));
  const { shown } = drafted;
  /** If the labels are back in their saved order, there is no order to save. */
  const reorder = (order: readonly string[]) =>
    change({ order: draftedLabels(labels, { ...draft, order }).isReordered ? order : null });
  return {
    ...drafted,
    draft,
    move: (from, to) => reorder(moveOption(shown, from, to)),
    setOrder: reorder,
    remove: (text) => change({ removed: [...draft.removed, text] }),
    type: (text) => {
      const { done, rest } = splitTyped(text);
      change({ added: unionOf(draft.added, done), typed: rest });
    },
    finish: () => change({ added: unionOf(draft.added, typedLabels(draft.typed)), typed: "" }),
    drop: (added) => change({ added: draft.added.filter((text) => text !== added) }),
    takeUp: () => {
      const last = draft.added.at(-1);
      if (last !== undefined) change({ added: draft.added.slice(0, -1), typed: last });
    },
    reset: () => setDraft(() => NO_LABEL_DRAFT),
    settle: (saved) =>
      setDraft((now) => ({
        order: now.order === saved.order ? null : now.order,
        removed: now.removed.filter((text) => !saved.removed.includes(text)),
        added: now.added.filter((text) => !unionOf(saved.added, typedLabels(saved.typed)).includes(text)),
        typed: now.typed === saved.typed ? "" : now.typed,
      })),
    keepAdded: () => change({ order: null, removed: [] }),
  };
}

type LabelSaving = {
  readonly state: SaveState;
  /** the server's objections, line by line */
  readonly refusal: readonly string[];
  readonly save: () => void;
  /** Loads another user's saved version; the added labels stay unsaved. */
  readonly reload: () => void;
};

type Saved = { dataset: LabeledDataset; labels: readonly GlobalLabel[]; edit: LabelEdit; onRefused: () => void };

/** Saves order, removals and new labels in one call (LAB-15). */
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
      // The toast has shown it.
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

export type LabelUsage = {
  /** The number of records with a label, by its text; null if unknown. */
  readonly predicted: (text: string) => number | null;
  readonly annotated: (text: string) => number | null;
  readonly failed: boolean;
  readonly retry: () => void;
};

export function useLabelUsage(dataset: LabeledDataset): LabelUsage {
  const predicted = useQuery(predictedAsQuery(dataset));
  const annotated = useQuery(annotatedAsQuery(dataset));
  const countIn = (counts: ReadonlyMap<string, number> | undefined) => (text: string) =>
    counts === undefined ? null : (counts.get(text) ?? 0);
  return {
    predicted: countIn(predicted.data),
    annotated: countIn(annotated.data),
    failed: predicted.isError || annotated.isError,
    retry: () => {
      void predicted.refetch();
      void annotated.refetch();
    },
  };
}
