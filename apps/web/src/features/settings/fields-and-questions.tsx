import type { Field } from "@postil/domain/datasets/field";
import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { visibleFromSlider, visibleRange } from "@postil/domain/settings/option-list";
import {
  descriptionFault,
  fieldWith,
  LONGEST,
  questionTitleFault,
  questionWith,
  titleFault,
} from "@postil/domain/settings/settings-form";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { sampleRecordQuery } from "../../lib/api/queries/settings.ts";
import { TwoColumns } from "../../ui/layouts/top-and-two-columns.tsx";
import { Switch } from "../../ui/switch.tsx";
import { draftOf, useDrafts, useItem } from "./drafts.tsx";
import { FormGrid, FormRow, ItemForm, ItemSection, MarkdownRow, TextRow } from "./item-form.tsx";
import { type LabelSettings, OptionsEditor, OptionsUsage } from "./options-editor.tsx";
import { FIELD, QUESTION } from "./parts.ts";

/** The annotation page's own components, passed in because features do not import each other. */
export type Preview = {
  readonly record: (fields: readonly Field[], record: FeedbackRecord) => ReactNode;
  readonly questions: (questions: readonly Question[], record: FeedbackRecord, fields: readonly Field[]) => ReactNode;
};

type Sample = { readonly record: FeedbackRecord; readonly real: boolean };

/** The dataset's first record. An empty dataset gets a sample with a note in every field; null while it loads. */
function useSample(datasetId: string, fields: readonly Field[]): Sample | null {
  const { data, isPending } = useQuery(sampleRecordQuery(datasetId));
  if (isPending) return null;
  if (data) return { record: data, real: true };
  const texts = fields.map(({ name }) => [name, t("datasetSettings.preview.sample")]);
  const made = { id: "sample", metadata: null, externalId: null, insertedAt: 0, updatedAt: 0 };
  return { record: { ...made, datasetId, fields: Object.fromEntries(texts) }, real: false };
}

/** In the right column: the edited items as annotators see them. */
function PreviewColumn({ real, children }: { real: boolean; children: ReactNode }) {
  return (
    <>
      <h2 className="mb-4 font-body text-small text-soft">
        {t(real ? "datasetSettings.preview.title" : "datasetSettings.preview.bare")}
      </h2>
      {children}
    </>
  );
}

type FieldsTabProps = { datasetId: string; fields: readonly Field[]; preview: Preview };

export function FieldsTab({ datasetId, fields, preview }: FieldsTabProps) {
  const drafts = useDrafts();
  const sample = useSample(datasetId, fields);
  const shown = fields.map((field) => fieldWith(field, draftOf(drafts, FIELD, field).form));
  return (
    <TwoColumns
      left={fields.map((field) => <FieldItem key={field.id} field={field} />)}
      rightName={t("datasetSettings.preview.bare")}
      right={sample && <PreviewColumn real={sample.real}>{preview.record(shown, sample.record)}</PreviewColumn>}
    />
  );
}

function FieldItem({ field }: { field: Field }) {
  const [open, setOpen] = useState(true);
  const { form, edit, saving } = useItem(FIELD, field);
  const { name, required } = field;
  const badges = [t("datasetSettings.type.text"), ...(required ? [t("datasetSettings.form.required")] : [])];
  return (
    <ItemSection name={name} badges={badges} edited={saving.edited} open={open} onToggle={() => setOpen(!open)}>
      <ItemForm name={name} saving={saving}>
        <FormGrid>
          <TextRow
            label={t("datasetSettings.form.title")}
            value={form.title}
            onChange={(title) => edit({ title })}
            faultOf={titleFault}
            max={LONGEST.title}
            placeholder={name}
          />
          <MarkdownRow checked={form.useMarkdown} onChange={(useMarkdown) => edit({ useMarkdown })} />
        </FormGrid>
      </ItemForm>
    </ItemSection>
  );
}

type QuestionsTabProps = {
  datasetId: string;
  fields: readonly Field[];
  questions: readonly Question[];
  preview: Preview;
};

export function QuestionsTab({ datasetId, fields, questions, preview }: QuestionsTabProps) {
  const drafts = useDrafts();
  const sample = useSample(datasetId, fields);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(questions.slice(0, 1).map(({ id }) => id)));
  const column = useRef<HTMLDivElement>(null);
  const [shownName, setShownName] = useState<string | null>(null);
  // Both columns move together: a question opened at the left scrolls into view at the right.
  useEffect(() => {
    if (shownName === null) return;
    column.current?.querySelector(`[data-question="${CSS.escape(shownName)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [shownName]);

  const toggle = ({ id, name }: Question) => {
    const next = new Set(open);
    if (!next.delete(id)) {
      next.add(id);
      setShownName(name);
    }
    setOpen(next);
  };
  const shown = questions.map((question) => questionWith(question, draftOf(drafts, QUESTION, question).form));
  return (
    <TwoColumns
      left={questions.map((question) => (
        <QuestionItem
          key={question.id}
          question={question}
          open={open.has(question.id)}
          onToggle={() => toggle(question)}
        />
      ))}
      rightName={t("datasetSettings.preview.bare")}
      right={
        sample && (
          <div ref={column}>
            <PreviewColumn real={sample.real}>{preview.questions(shown, sample.record, fields)}</PreviewColumn>
          </div>
        )
      }
    />
  );
}

function QuestionItem({ question, open, onToggle }: { question: Question; open: boolean; onToggle: () => void }) {
  const { form, edit, saving } = useItem(QUESTION, question);
  const { name, required } = question;
  const { title, description, settings } = form;
  const badges = [typeBadge(settings), ...(required ? [t("datasetSettings.form.required")] : [])];
  const set = (next: QuestionSettings) => edit({ settings: next });
  return (
    <ItemSection name={name} badges={badges} edited={saving.edited} open={open} onToggle={onToggle}>
      <ItemForm name={name} saving={saving}>
        <FormGrid>
          <TextRow
            label={t("datasetSettings.form.title")}
            value={title}
            onChange={(next) => edit({ title: next })}
            faultOf={questionTitleFault}
            max={LONGEST.questionTitle}
          />
          <TextRow
            label={t("datasetSettings.form.description")}
            value={description}
            onChange={(next) => edit({ description: next })}
            faultOf={descriptionFault}
            max={LONGEST.questionDescription}
            lines
          />
          {settings.type === "text" && (
            <MarkdownRow checked={settings.useMarkdown} onChange={(useMarkdown) => set({ ...settings, useMarkdown })} />
          )}
          {settings.type === "span" && (
            <FormRow label={t("datasetSettings.questions.overlap")}>
              <div className="pt-1.5">
                {/* Once overlap is allowed, it stays allowed, because responses may have overlapping spans. */}
                {question.settings.type === "span" && question.settings.allowOverlapping ? (
                  <p>{t("datasetSettings.questions.overlapStays")}</p>
                ) : (
                  <Switch
                    label={t("datasetSettings.questions.mayOverlap")}
                    help={t("datasetSettings.questions.overlapHelp")}
                    checked={settings.allowOverlapping}
                    onChange={(allowOverlapping) => set({ ...settings, allowOverlapping })}
                  />
                )}
              </div>
            </FormRow>
          )}
          {"visibleOptions" in settings && (
            <>
              <VisibleOptions question={question} settings={settings} onChange={set} />
              <FormRow label={t("datasetSettings.questions.options")}>
                <OptionsEditor question={question} settings={settings} onChange={set} />
              </FormRow>
            </>
          )}
          {(settings.type === "rating" || settings.type === "ranking") && (
            <FormRow label={t("datasetSettings.questions.options")}>
              <OptionsUsage question={question} settings={settings} />
            </FormRow>
          )}
        </FormGrid>
      </ItemForm>
    </ItemSection>
  );
}

function typeBadge(settings: QuestionSettings): string {
  if (settings.type !== "rating") return t(`datasetSettings.type.${settings.type}`);
  const values = settings.options.map((option) => option.value);
  return t("datasetSettings.type.rating", { first: Math.min(...values), last: Math.max(...values) });
}

type VisibleOptionsProps = { question: Question; settings: LabelSettings; onChange: (settings: LabelSettings) => void };

/** The number of options shown before "+n" (FEN-07, FSE-03): from 3 to all of them. */
function VisibleOptions({ question, settings, onChange }: VisibleOptionsProps) {
  const id = useId();
  const count = settings.options.length;
  const range = visibleRange(count);
  if (range === null) return null;
  const original = "visibleOptions" in question.settings ? question.settings.visibleOptions : null;
  const place = Math.min(settings.visibleOptions ?? count, count);
  const said =
    place === count
      ? t("datasetSettings.questions.shownAll", { count })
      : t("datasetSettings.questions.shownSome", { shown: place, count });
  return (
    <FormRow label={t("datasetSettings.questions.shown")} htmlFor={id}>
      <input
        id={id}
        type="range"
        min={range.min}
        max={range.max}
        value={place}
        aria-valuetext={said}
        onChange={(event) =>
          onChange({ ...settings, visibleOptions: visibleFromSlider(event.target.valueAsNumber, count, original) })
        }
        className="block h-6 w-full accent-accent"
      />
      <div aria-hidden="true" className="flex justify-between text-soft tabular-nums">
        <span>{range.min}</span>
        <b className="font-strong text-ink">{said}</b>
        <span>{range.max}</span>
      </div>
    </FormRow>
  );
}
