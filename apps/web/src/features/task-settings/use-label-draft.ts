import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { moveOption } from "@postil/domain/settings/option-list";
import {
  changesOf,
  type DraftedLabels,
  draftedLabels,
  type LabelDraft,
  NO_LABEL_DRAFT,
  readLabelDraft,
} from "@postil/domain/tasks/label-draft";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { splitTyped, typedLabels, unionOf } from "@postil/domain/tasks/new-labels";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { useMemo } from "react";
import { useKeptForms } from "../../ui/settings/use-kept-forms.ts";

export type LabelEdit = DraftedLabels & {
  readonly draft: LabelDraft;
  readonly move: (from: number, to: number) => void;
  readonly setOrder: (texts: readonly string[]) => void;
  readonly remove: (text: string) => void;
  /** What stands in the field of new labels: those before the last comma are done. */
  readonly type: (text: string) => void;
  /** What is still being written is done too. */
  readonly finish: () => void;
  readonly drop: (added: string) => void;
  /** The last one that is done is written again. */
  readonly takeUp: () => void;
  readonly reset: () => void;
  /** This is saved; what was done since stays. */
  readonly settle: (saved: LabelDraft) => void;
  /** Somebody else has put the labels in order meanwhile: only what was added stays. */
  readonly keepAdded: () => void;
};

const LABELS = { none: NO_LABEL_DRAFT, read: readLabelDraft, unsavedOf: changesOf };

/** What was changed and not saved of the labels of a dataset, kept under the key that all work on it is kept under. */
export const useKeptLabels = ({ workspaceName, name }: KnownTaskDataset, mayEdit: boolean) =>
  useKeptForms(taskDatasetKey(workspaceName, name), LABELS, mayEdit);

/** What is edited of the labels; it outlives a change of the tab. */
export function useLabelDraft(dataset: KnownTaskDataset, labels: readonly GlobalLabel[]): LabelEdit {
  const [draft, setDraft] = useKeptLabels(dataset, true);
  const drafted = useMemo(() => draftedLabels(labels, draft), [labels, draft]);
  const change = (next: Partial<LabelDraft>) => setDraft((before) => ({ ...before, ...next }));
  const { shown } = drafted;
  /** Moved back to where they are saved, there is no order to save. */
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
