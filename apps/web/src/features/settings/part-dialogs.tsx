import { metadataPropertyFromWire, vectorSettingsFromWire } from "@postil/contract/feedback/parts-mapping";
import { type MetadataProperty, MOST_TERMS, type VectorSettings } from "@postil/domain/datasets/metadata-property";
import { PART_NAME } from "@postil/domain/datasets/names";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import "../../lib/i18n/en/drafts.ts";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { metadataPropertiesQuery, vectorSettingsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Switch, TextInput } from "../../ui/form-controls.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { useTypedDialog } from "../../ui/settings/unsaved.ts";
import { useDrafts } from "./drafts.tsx";
import { reasonOf } from "./parts.ts";

type RemoveDialogProps = {
  name: string;
  /** what goes with it */
  text: string;
  remove: () => Promise<unknown>;
  /** the key of what was typed into it */
  draft: string;
  list: QueryKey;
  onClose: () => void;
  onRemoved?: () => void;
};

/** Asks before a part of a dataset is removed. */
export function RemoveDialog({ name, text, remove, draft, list, onClose, onRemoved }: RemoveDialogProps) {
  const client = useQueryClient();
  const { drop, onRefused } = useDrafts();
  const [isGoing, setGoing] = useState(false);
  const run = async () => {
    setGoing(true);
    try {
      await remove();
      drop(draft);
      // The call that reads the list again takes away what is said before it.
      await client.invalidateQueries({ queryKey: list });
      notify({ message: t("drafts.list.removed", { name }) });
      if (onRemoved !== undefined) requestAnimationFrame(onRemoved);
    } catch (error) {
      // The client has shown a failed request.
      const failure = failureOf(error);
      if (failure === null) throw error;
      if (failure.status === 403) onRefused();
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("drafts.list.removeOf", { name })}
      action={t("drafts.list.remove")}
      isGoing={isGoing}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}

type Named = { readonly name: string; readonly title: string };

type PartDialogProps = {
  title: string;
  /** all that was entered */
  form: Named;
  /** what keeps it from being added */
  fault: string | null;
  add: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** The form of a new part in a dialog. A refusal stands in it. */
function PartDialog({ title, form, fault, add, onClose, children }: PartDialogProps) {
  const { isAsked, leave } = useTypedDialog(JSON.stringify(form), onClose);
  const name = form.name.trim();
  const { onRefused } = useDrafts();
  const [isGoing, setGoing] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const nameFault = PART_NAME.pattern.test(name) && name.length <= PART_NAME.max ? null : t("drafts.fault.name");
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isGoing) return;
    const wrong = nameFault ?? fault;
    if (wrong !== null) return setFailed(wrong);
    setGoing(true);
    try {
      await add();
      onClose();
    } catch (error) {
      const { status, reason } = reasonOf(error);
      setFailed(t("drafts.part.refused", { reason }));
      if (status === 403) onRefused();
      setGoing(false);
    }
  };
  return (
    <Dialog onClose={leave} title={title}>
      <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-3 px-6 pb-5">
        {children}
        {failed !== null && <InlineError message={failed} />}
        <p role="status" className="text-soft empty:hidden">
          {isAsked && t("unsaved.once")}
        </p>
        <div className="mt-2 flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" variant="primary" disabled={isGoing}>
            {t("drafts.property.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type NewPartProps = { datasetId: string; onClose: () => void };

function NameAndTitle({ form, onChange }: { form: Named; onChange: (change: Partial<Named>) => void }) {
  return (
    <>
      <TextInput
        label={t("words.name")}
        value={form.name}
        onChange={(name) => onChange({ name })}
        hint={t("drafts.form.nameAsk")}
        autoComplete="off"
        spellCheck={false}
        autoFocus
      />
      <TextInput
        label={t("forms.title")}
        value={form.title}
        onChange={(title) => onChange({ title })}
        hint={t("drafts.part.titleHelp")}
      />
    </>
  );
}

const TYPES = ["terms", "integer", "float"] as const;

/** A bound as it is typed; null: none, undefined: no number. */
function boundOf(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const bound = Number(typed);
  return Number.isFinite(bound) ? bound : undefined;
}

/** Adds a metadata property, to a draft or a published dataset (DSB-09). */
export function NewProperty({ datasetId, onClose }: NewPartProps) {
  const id = useId();
  const client = useQueryClient();
  const [form, setForm] = useState({
    ...{ name: "", title: "", type: "terms" as (typeof TYPES)[number] },
    ...{ values: "", min: "", max: "", isVisible: true },
  });
  const change = (next: Partial<typeof form>) => setForm({ ...form, ...next });
  const { type } = form;
  const values = [...new Set(form.values.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== "");
  const [min, max] = [boundOf(form.min), boundOf(form.max)];

  const faultOf = (): string | null => {
    if (type === "terms")
      return values.length > MOST_TERMS ? t("drafts.property.manyValues", { max: MOST_TERMS }) : null;
    if (min === undefined || max === undefined) return t("drafts.property.bound");
    if (type === "integer" && [min, max].some((bound) => bound !== null && !Number.isSafeInteger(bound)))
      return t("drafts.property.whole");
    return min !== null && max !== null && min >= max ? t("drafts.property.bounds") : null;
  };
  const add = async () => {
    const name = form.name.trim();
    const bounds = { min: min ?? null, max: max ?? null };
    const settings = type === "terms" ? { type, values: values.length === 0 ? null : values } : { type, ...bounds };
    const body = { name, title: form.title.trim() || name, settings, visible_for_annotators: form.isVisible };
    const params = { dataset_id: datasetId };
    const made = metadataPropertyFromWire(await api.call("createMetadataProperty", { params, body }, { quiet: true }));
    const { queryKey } = metadataPropertiesQuery(datasetId);
    client.setQueryData<MetadataProperty[]>(queryKey, (list) => list?.concat(made));
  };
  return (
    <PartDialog title={t("drafts.property.title")} form={form} fault={faultOf()} add={add} onClose={onClose}>
      <NameAndTitle form={form} onChange={change} />
      <SegmentedControl
        label={t("drafts.property.type")}
        value={type}
        options={TYPES.map((one) => ({ value: one, label: t(`drafts.property.${one}`) }))}
        onChange={(next) => change({ type: next })}
      />
      {type === "terms" ? (
        <div>
          <label htmlFor={id} className="mb-1 block">
            {t("drafts.property.values")}
          </label>
          <textarea
            id={id}
            rows={4}
            value={form.values}
            aria-describedby={`${id}-help`}
            onChange={(event) => change({ values: event.target.value })}
            className="block w-full resize-y rounded-control border border-edge bg-surface px-2 py-[5px]"
          />
          <p id={`${id}-help`} className="mt-1 text-small text-soft">
            {t("drafts.property.valuesHelp")}
          </p>
        </div>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <TextInput
            label={t("drafts.property.min")}
            inputMode="decimal"
            value={form.min}
            onChange={(next) => change({ min: next })}
          />
          <TextInput
            label={t("drafts.property.max")}
            inputMode="decimal"
            value={form.max}
            onChange={(next) => change({ max: next })}
          />
        </div>
      )}
      <Switch
        label={t("drafts.property.visible")}
        checked={form.isVisible}
        onChange={(isVisible) => change({ isVisible })}
      />
    </PartDialog>
  );
}

/** Adds vector settings, to a draft or a published dataset (DSB-09). */
export function NewVector({ datasetId, onClose }: NewPartProps) {
  const client = useQueryClient();
  const [form, setForm] = useState({ name: "", title: "", dimensions: "" });
  const change = (next: Partial<typeof form>) => setForm({ ...form, ...next });
  const dimensions = Number(form.dimensions);
  const fault = Number.isSafeInteger(dimensions) && dimensions > 0 ? null : t("drafts.vector.wrong");
  const add = async () => {
    const name = form.name.trim();
    const body = { name, title: form.title.trim() || name, dimensions };
    const params = { dataset_id: datasetId };
    const made = vectorSettingsFromWire(await api.call("createVectorSettings", { params, body }, { quiet: true }));
    const { queryKey } = vectorSettingsQuery(datasetId);
    client.setQueryData<VectorSettings[]>(queryKey, (list) => list?.concat(made));
  };
  return (
    <PartDialog title={t("drafts.vector.title")} form={form} fault={fault} add={add} onClose={onClose}>
      <NameAndTitle form={form} onChange={change} />
      <TextInput
        label={t("forms.dimensions")}
        inputMode="numeric"
        value={form.dimensions}
        onChange={(next) => change({ dimensions: next })}
        hint={t("drafts.vector.wrong")}
      />
    </PartDialog>
  );
}
