import { sameButForCase } from "@postil/domain/tasks/label-draft";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import { TriangleAlert } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useMemo } from "react";
import type { LabeledDataset } from "../../lib/api/queries/task-dataset.ts";
import type { TaskLabels } from "../../lib/task-labels/use-task-labels.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon, StatusIcon } from "../../ui/icon.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { isSaveKey, SaveRow } from "../../ui/settings/save-row.tsx";
import { Waiting } from "../../ui/settings/waiting.tsx";
import { type LabelEdit, useLabelSaving, useLabelUsage } from "./label-draft.ts";
import { AddedLabels, LabelTable } from "./label-table.tsx";

type LabelsTabProps = {
  dataset: LabeledDataset;
  known: TaskLabels;
  edit: LabelEdit;
  /** the reason why the user may not change them any more; null if they may */
  refused: string | null;
  onRefused: () => void;
  preview: (labels: readonly string[]) => ReactNode;
};

/** The loaded labels with a record that shows them, or a note that loading failed. */
export function LabelsTab({ known, preview, ...props }: LabelsTabProps) {
  const { shown, fresh } = props.edit;
  const drafted = useMemo(() => [...shown, ...fresh], [shown, fresh]);
  if (known.error !== null) return <InlineError message={known.error.message} onRetry={known.retry} />;
  if (known.labels === undefined) return <Waiting />;
  return (
    <div className="grid min-h-full grid-cols-1 gap-x-12 gap-y-8 @min-[960px]:grid-cols-2">
      <LabelEditor labels={known.labels} {...props} />
      {drafted.length > 0 && (
        <div className="border-line @min-[960px]:-my-4 @min-[960px]:border-l @min-[960px]:py-4 @min-[960px]:pl-12">
          <section aria-label={t("words.preview")} className="min-w-0 @min-[960px]:sticky @min-[960px]:top-0">
            {preview(drafted)}
          </section>
        </div>
      )}
    </div>
  );
}

type LabelEditorProps = Omit<LabelsTabProps, "known" | "preview"> & { labels: readonly GlobalLabel[] };

/** The labels of a dataset: their order, new labels, and the usage of each. One Update saves everything (TSG-01, TSG-07). */
function LabelEditor({ dataset, labels, edit, refused, onRefused }: LabelEditorProps) {
  const usage = useLabelUsage(dataset);
  const saving = useLabelSaving({ dataset, labels, edit, onRefused });
  const isEntity = dataset.task === "TokenClassification";
  const areFound = labels.some(({ isSavedInBack }) => !isSavedInBack);
  const onSubmit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (edit.isEdited) saving.save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSaveKey(event)) onSubmit(event);
  };
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="max-w-[672px]">
      {refused !== null && (
        <p translate="no" role="status" className="mb-3 text-soft [overflow-wrap:anywhere]">
          {refused}
        </p>
      )}
      {areFound && refused === null && (
        <UnsavedLabels
          count={edit.shown.length + edit.fresh.length}
          isEntity={isEntity}
          saving={saving.state === "saving"}
          onSave={saving.save}
        />
      )}
      {edit.shown.length === 0 ? (
        <p className="text-soft">
          {t(refused === null ? "taskSettings.labels.none" : "taskSettings.labels.noneReadOnly")}
        </p>
      ) : (
        <LabelTable labels={edit} usage={usage} isEntity={isEntity} readOnly={refused !== null} />
      )}
      {usage.failed && <InlineError message={t("taskSettings.labels.usageFailed")} onRetry={usage.retry} />}
      {refused === null && (
        <div className="-mb-4 bg-paper pb-4 [@media(min-height:600px)]:sticky [@media(min-height:600px)]:-bottom-4">
          <NewLabelsField labels={edit} isEntity={isEntity} />
          {saving.refusal.length > 0 && (
            <p role="alert" className="mt-3 whitespace-pre-line text-danger [overflow-wrap:anywhere]">
              {saving.refusal.join("\n")}
            </p>
          )}
          <SaveRow
            name={isEntity ? t("words.entities") : t("words.labels")}
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

/** One field for several new labels; labels that already exist are marked during typing (LAB-19). */
function NewLabelsField({ labels, isEntity }: { labels: LabelEdit; isEntity: boolean }) {
  const id = useId();
  const { draft, repeated, type, finish, takeUp } = labels;
  const { added, typed } = draft;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      // In an empty field there is nothing to finish, so Enter means Update, as in every form.
      if (typed.trim() === "") event.currentTarget.form?.requestSubmit();
      else finish();
    } else if (event.key === "Backspace" && typed === "" && added.length > 0) {
      event.preventDefault();
      takeUp();
    }
  };
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-4 pt-4 max-md:grid-cols-1">
      <label htmlFor={id} className="pt-1.5 text-soft">
        {isEntity ? t("taskSettings.new.entities") : t("taskSettings.new.labels")}
      </label>
      <div className="min-w-0">
        <div
          className={cx(
            "flex min-h-8.5 flex-wrap items-center gap-1 rounded-control border bg-surface p-[3px]",
            "has-[textarea:focus-visible]:outline-(length:--focus-width) has-[textarea:focus-visible]:outline-accent has-[textarea:focus-visible]:outline-offset-(--focus-offset)",
            repeated.length > 0 ? "border-edited" : "border-edge",
          )}
        >
          <AddedLabels labels={labels} />
          <textarea
            id={id}
            value={typed}
            rows={1}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            aria-describedby={`${id}-hint ${id}-note`}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={finish}
            className="field-sizing-content min-h-[26px] min-w-24 flex-1 resize-none bg-transparent px-1 py-0.5 outline-0 max-md:min-h-11 max-md:py-2.5"
          />
        </div>
        <p id={`${id}-hint`} className="mt-1 text-small text-soft">
          {t("taskSettings.new.hint")}
        </p>
        <Notes id={`${id}-note`} labels={labels} />
      </div>
    </div>
  );
}

/** The maximum number of labels named in a note. */
const MOST_NAMED = 3;

/** Notes about the typed labels; changes are announced to screen readers. */
function Notes({ id, labels: { shown, fresh, repeated } }: { id: string; labels: LabelEdit }) {
  const similar = fresh.slice(-1).flatMap((label) => {
    const like = sameButForCase(shown, label);
    return like === null ? [] : [{ label, like }];
  });
  const named = repeated.slice(0, MOST_NAMED).join(", ");
  const labels = repeated.length > MOST_NAMED ? `${named} …` : named;
  return (
    <p id={id} role="status" className="text-edited text-small [overflow-wrap:anywhere]">
      {repeated.length > 0 && (
        <span className="flex items-center gap-1">
          <Icon of={TriangleAlert} size={14} />
          {t("taskSettings.new.repeated", { count: repeated.length, labels })}
        </span>
      )}
      {similar.map((both) => (
        <span key={both.label} className="block">
          {t("taskSettings.new.similar", both)}
        </span>
      ))}
    </p>
  );
}

type UnsavedLabelsProps = { count: number; isEntity: boolean; saving: boolean; onSave: () => void };

/** Labels that records have but the settings do not: one press saves them all (TSG-07). */
function UnsavedLabels({ count, isEntity, saving, onSave }: UnsavedLabelsProps) {
  return (
    <div className="mb-2 flex items-center gap-3 rounded-panel bg-edited-fill py-2 pr-2 pl-3 text-edited fill-ring max-md:flex-wrap">
      <Icon of={TriangleAlert} />
      <p className="min-w-0 flex-1">
        <b className="block font-strong">
          {isEntity ? t("taskSettings.unsaved.entities") : t("taskSettings.unsaved.labels")}
        </b>
        {t("taskSettings.unsaved.text")}
      </p>
      <Button variant="primary" disabled={saving} onClick={onSave}>
        {t("taskSettings.unsaved.save", { count })}
      </Button>
    </div>
  );
}
