import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import type { FormEvent, KeyboardEvent } from "react";
import type { LabeledDataset } from "../../lib/api/queries/task-settings.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { isSaveKey } from "../../ui/settings/save-keys.ts";
import { SaveRow } from "../../ui/settings/save-row.tsx";
import { StatusIcon } from "../../ui/status-icon.tsx";
import { LabelTable } from "./label-table.tsx";
import { NewLabelsField } from "./new-labels-field.tsx";
import { UnsavedLabels } from "./unsaved-labels.tsx";
import type { LabelEdit } from "./use-label-draft.ts";
import { useLabelSaving } from "./use-label-saving.ts";
import { useLabelUsage } from "./use-label-usage.ts";

type LabelEditorProps = {
  dataset: LabeledDataset;
  labels: readonly GlobalLabel[];
  edit: LabelEdit;
  /** null: the user may change them */
  readOnly: { readonly text: string } | null;
  onRefused: () => void;
};

/** The labels of a dataset: their order, new ones, what each is used for. One Update saves it all (TSG-01, TSG-07). */
export function LabelEditor({ dataset, labels, edit, readOnly, onRefused }: LabelEditorProps) {
  const usage = useLabelUsage(dataset);
  const saving = useLabelSaving({ dataset, labels, edit, onRefused });
  const isEntity = dataset.task === "TokenClassification";
  const areFound = labels.some(({ isSavedInBack }) => !isSavedInBack);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (edit.isEdited) saving.save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    if (edit.isEdited) saving.save();
  };
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="max-w-[672px]">
      {readOnly !== null && (
        <p translate="no" role="status" className="mb-3 text-soft [overflow-wrap:anywhere]">
          {readOnly.text}
        </p>
      )}
      {areFound && readOnly === null && (
        <UnsavedLabels
          count={edit.shown.length + edit.fresh.length}
          isEntity={isEntity}
          saving={saving.state === "saving"}
          onSave={saving.save}
        />
      )}
      {edit.shown.length === 0 ? (
        <p className="text-soft">
          {readOnly === null ? t("taskSettings.labels.none") : t("taskSettings.labels.noneReadOnly")}
        </p>
      ) : (
        <LabelTable labels={edit} usage={usage} isEntity={isEntity} readOnly={readOnly !== null} />
      )}
      {usage.failed && <InlineError message={t("taskSettings.labels.usageFailed")} onRetry={usage.retry} />}
      {readOnly === null && (
        <div className="-mb-4 bg-paper pb-4 [@media(min-height:600px)]:sticky [@media(min-height:600px)]:-bottom-4">
          <NewLabelsField labels={edit} isEntity={isEntity} />
          <Refusal lines={saving.refusal} />
          <SaveRow
            name={isEntity ? t("taskSettings.labels.entities") : t("taskSettings.labels.title")}
            edited={edit.isEdited}
            valid
            state={saving.state}
            onRestore={edit.reset}
            onUpdate={saving.save}
            onReload={saving.reload}
            keys="Mod+S"
            className="mt-4"
          >
            <Edits edit={edit} />
          </SaveRow>
        </div>
      )}
    </form>
  );
}

/** Why the server did not take it. */
function Refusal({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <p role="alert" className="mt-3 whitespace-pre-line text-danger [overflow-wrap:anywhere]">
      {lines.join("\n")}
    </p>
  );
}

/** What Update will save, in words. */
function Edits({ edit }: { edit: LabelEdit }) {
  const { fresh, changedKeys, isReordered, draft } = edit;
  const parts = [
    fresh.length > 0 && t("taskSettings.edits.fresh", { count: fresh.length }),
    changedKeys.size > 0 && t("taskSettings.edits.keys", { count: changedKeys.size }),
    isReordered && changedKeys.size === 0 && t("taskSettings.edits.order"),
    draft.removed.length > 0 && t("taskSettings.edits.removed", { count: draft.removed.length }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <span className="mr-2 inline-flex items-center gap-1.5 text-edited">
      <StatusIcon status="edited" />
      {parts.join(", ")}
    </span>
  );
}
