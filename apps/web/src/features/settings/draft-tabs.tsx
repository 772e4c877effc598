import type { Field } from "@postil/domain/datasets/field";
import type { Question } from "@postil/domain/datasets/question";
import { type DraftQuestionForm, draftNameOf, OPTION_COUNTS, settingsOfType } from "@postil/domain/settings/draft-form";
import { t } from "i18next";
import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { newId } from "../../lib/new-id.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Switch } from "../../ui/form-controls.tsx";
import { TwoColumns } from "../../ui/layouts/columns.tsx";
import { GripButton, PLACE } from "../../ui/reorder.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { FormGrid, FormRow } from "../../ui/settings/form-rows.tsx";
import {
  type AnyForm,
  type AnyPart,
  type DraftPart,
  draftFields,
  draftQuestions,
  faultText,
  queryOf,
  useNewOnes,
  useOrder,
  useShown,
} from "./draft-parts.ts";
import { draftKey, useDrafts, useItem } from "./drafts.tsx";
import { FieldRows, type Preview, PreviewColumn, QuestionRows, useSample } from "./fields-and-questions.tsx";
import { ItemForm, ItemSection } from "./item-form.tsx";
import { RemoveDialog } from "./part-dialogs.tsx";
import { NEW } from "./parts.ts";
import { typeBadgeOf } from "./question-forms.tsx";

type Parts = { datasetId: string; fields: readonly Field[]; questions: readonly Question[]; preview: Preview };

/** The fields of a draft (DSB-03). */
export function DraftFieldsTab({ datasetId, fields, preview }: Omit<Parts, "questions">) {
  const part = useMemo(() => draftFields(datasetId, fields), [datasetId, fields]);
  const shown = useShown(part, fields);
  const sample = useSample(datasetId, shown);
  return (
    <TwoColumns
      left={
        <DraftList
          {...{ datasetId, part }}
          kind="fields"
          items={fields}
          badgesOf={({ settings }) => [t(`datasetSettings.type.${settings.type}`)]}
          rows={({ item, form, edit }) => <FieldRows name={draftNameOf(form, item.name)} form={form} edit={edit} />}
        />
      }
      rightName={t("words.preview")}
      right={sample && <PreviewColumn real={false}>{preview.record(shown, sample.record)}</PreviewColumn>}
    />
  );
}

/** The questions of a draft (DSB-03). */
export function DraftQuestionsTab({ datasetId, fields, questions, preview }: Parts) {
  const part = useMemo(() => draftQuestions(datasetId, questions, fields), [datasetId, questions, fields]);
  const shown = useShown(part, questions);
  const sample = useSample(datasetId, fields);
  const names = fields.map(({ name }) => name);
  return (
    <TwoColumns
      left={
        <DraftList
          {...{ datasetId, part }}
          kind="questions"
          items={questions}
          badgesOf={(_, { settings }) => [typeBadgeOf(settings)]}
          rows={({ item, form, edit }) => (
            <>
              <TypeRow form={form} onChange={(settings) => edit({ settings })} field={names[0] ?? ""} />
              <QuestionRows question={item} form={form} edit={edit} draft={names} />
            </>
          )}
        />
      }
      rightName={t("words.preview")}
      right={sample && <PreviewColumn real={false}>{preview.questions(shown, sample.record, fields)}</PreviewColumn>}
    />
  );
}

type TypeRowProps = {
  form: DraftQuestionForm;
  onChange: (settings: DraftQuestionForm["settings"]) => void;
  /** the field of a new question about spans */
  field: string;
};

// The keys of the table are the types.
const TYPES = Object.keys(OPTION_COUNTS) as (keyof typeof OPTION_COUNTS)[];

function TypeRow({ form: { settings }, onChange, field }: TypeRowProps) {
  return (
    <FormRow label={t("forms.type")}>
      <SegmentedControl
        label={t("forms.type")}
        value={settings.type}
        options={TYPES.map((type) => ({ value: type, label: t(`drafts.type.${type}`) }))}
        onChange={(type) => type !== settings.type && onChange(settingsOfType(type, settings, field))}
      />
    </FormRow>
  );
}

type RowsOf<Entity, Form> = { item: Entity; form: Form; edit: (change: Partial<Form>) => void };
type ListProps<Entity extends AnyPart, Form> = {
  datasetId: string;
  part: DraftPart<Entity, Form>;
  kind: "fields" | "questions";
  items: readonly Entity[];
  badgesOf: (entity: Entity, form: Form) => readonly string[];
  rows: (item: RowsOf<Entity, Form>) => ReactNode;
};

/** The parts of one kind: each opens to its form, is moved by its grip, and can be removed; new ones come last. */
function DraftList<Entity extends AnyPart, Form extends AnyForm>(props: ListProps<Entity, Form>) {
  const { part, kind, items } = props;
  const id = useId();
  const store = useDrafts();
  const fresh = useNewOnes(part);
  const { ordered, reorder } = useOrder(props);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const button = useRef<HTMLButtonElement>(null);
  const added = useRef<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const [removing, setRemoving] = useState<Entity | null>(null);
  useEffect(() => {
    if (added.current === null) return;
    const selector = `[data-part="${CSS.escape(added.current)}"] :is(input[type=text], input:not([type]))`;
    added.current = null;
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  });

  const add = () => {
    const item = part.make(newId(), items.length + fresh.length === 0);
    added.current = item.id;
    store.set(part, item, part.formOf(item));
  };
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <>
      <p id={`${id}-help`} className="sr-only">
        {t("datasetSettings.questions.moveHelp")}
      </p>
      {ordered.length + fresh.length === 0 && (
        <p className="py-3 text-soft">{t(kind === "fields" ? "drafts.list.noFields" : "drafts.list.noQuestions")}</p>
      )}
      <ol ref={list} aria-label={t(`drafts.list.${kind}`)} className={cx(reorder.active && "select-none")}>
        {[...ordered, ...fresh].map((item, place) => {
          const isFresh = place >= ordered.length;
          return (
            <li
              key={item.id}
              {...(!isFresh && { [PLACE]: place })}
              data-part={item.id}
              className={cx(reorder.lifted === item.id && "bg-accent-fill fill-ring")}
            >
              <DraftItem
                {...props}
                item={item}
                // A closed new one would hide what is not saved.
                open={isFresh !== open.has(item.id)}
                onToggle={() => toggle(item.id)}
                onGone={() => button.current?.focus()}
                onRemove={() => setRemoving(item)}
                grip={
                  !isFresh && (
                    <GripButton
                      reorder={reorder}
                      item={{ value: item.id, text: item.name }}
                      label={t("drafts.list.move", { name: item.name })}
                      helpId={`${id}-help`}
                    />
                  )
                }
              />
            </li>
          );
        })}
      </ol>
      <Button ref={button} variant="ghost" icon={Plus} onClick={add} className="mt-2 -ml-2">
        {t(kind === "fields" ? "drafts.list.addField" : "drafts.list.addQuestion")}
      </Button>
      {fresh.length > 0 && <p className="mt-1 text-small text-soft">{t("drafts.form.save")}</p>}
      {removing !== null && (
        <RemoveDialog
          name={removing.name}
          text={t("drafts.list.removeText")}
          remove={() => part.remove(removing)}
          draft={draftKey(part.kind, removing.id)}
          list={queryOf(kind, props.datasetId).queryKey}
          onClose={() => setRemoving(null)}
          onRemoved={() => button.current?.focus()}
        />
      )}
    </>
  );
}

type ItemProps<Entity extends AnyPart, Form> = ListProps<Entity, Form> & {
  item: Entity;
  open: boolean;
  onToggle: () => void;
  /** a new one is saved or dropped, and with it what had the focus */
  onGone: () => void;
  onRemove: () => void;
  grip: ReactNode;
};

function DraftItem<Entity extends AnyPart, Form extends AnyForm>(props: ItemProps<Entity, Form>) {
  const { part, kind, item, badgesOf, rows, open, onToggle, onGone, onRemove, grip } = props;
  const id = useId();
  const { form, edit, saving } = useItem<Entity, Form>(part, item);
  const isFresh = item.id.startsWith(NEW);
  const gone = useLatest(onGone);
  useEffect(() => (isFresh ? gone : undefined), [isFresh, gone]);
  const name = item.name || t(kind === "fields" ? "drafts.list.newField" : "drafts.list.newQuestion");
  // The rules are those of both forms.
  const whole = edit as (change: Partial<AnyForm>) => void;
  const fault = part.faultOf(form, item);
  const made = draftNameOf({ ...form, name: "" }, "");
  const badges = [...badgesOf(item, form), ...(form.required ? [t("datasetSettings.form.required")] : [])];
  return (
    <ItemSection
      name={name}
      badges={badges}
      edited={saving.edited}
      open={open}
      onToggle={onToggle}
      grip={grip}
      fault={isFresh && form.title === "" ? null : faultText(fault)}
    >
      <ItemForm
        name={name}
        saving={saving}
        action={isFresh ? t("drafts.list.save") : undefined}
        end={
          !isFresh && (
            <Button variant="quiet" icon={Trash2} onClick={onRemove} className="mr-auto -ml-2">
              {t("drafts.list.remove")}
            </Button>
          )
        }
      >
        <FormGrid>
          {rows({ item, form, edit })}
          <FormRow label={t("words.name")} htmlFor={id}>
            <input
              id={id}
              value={form.name}
              placeholder={made}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={`${id}-help`}
              aria-invalid={fault?.fault === "name" || fault?.fault === "taken" ? true : undefined}
              onChange={(event) => whole({ name: event.target.value })}
              className="block h-control w-full rounded-control border border-edge bg-surface px-2 font-mono text-small"
            />
            <p id={`${id}-help`} className="mt-1 text-small text-soft">
              {made === "" || form.name.trim() !== ""
                ? t("drafts.form.nameAsk")
                : t("drafts.form.nameHelp", { name: made })}
            </p>
          </FormRow>
          <FormRow label={t("drafts.form.required")}>
            <div className="pt-1.5">
              <Switch
                label={t(kind === "fields" ? "drafts.form.requiredField" : "drafts.form.requiredHelp")}
                checked={form.required}
                onChange={(required) => whole({ required })}
              />
            </div>
          </FormRow>
        </FormGrid>
      </ItemForm>
    </ItemSection>
  );
}
