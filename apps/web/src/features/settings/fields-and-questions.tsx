import type { Field } from "@postil/domain/datasets/field";
import type { Question } from "@postil/domain/datasets/question";
import type { FeedbackRecord } from "@postil/domain/records/record";
import {
  descriptionFault,
  type FieldForm,
  fieldWith,
  LONGEST,
  type QuestionForm,
  questionTitleFault,
  questionWith,
  titleFault,
} from "@postil/domain/settings/settings-form";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { sampleRecordQuery } from "../../lib/api/queries/settings.ts";
import { TwoColumns } from "../../ui/layouts/columns.tsx";
import { FormGrid, TextRow } from "../../ui/settings/form-rows.tsx";
import { draftOf, useDrafts, useItem } from "./drafts.tsx";
import { ItemForm, ItemSection, MarkdownRow } from "./item-form.tsx";
import { FIELD, QUESTION } from "./parts.ts";
import { TypeRows, typeBadgeOf } from "./question-forms.tsx";

/** The annotation page's own components, passed in because features do not import each other. */
export type Preview = {
  readonly record: (fields: readonly Field[], record: FeedbackRecord) => ReactNode;
  readonly questions: (questions: readonly Question[], record: FeedbackRecord, fields: readonly Field[]) => ReactNode;
};

type Sample = { readonly record: FeedbackRecord; readonly real: boolean };

/** The dataset's first record. An empty dataset gets a sample with a note in every field; null while it loads. */
export function useSample(datasetId: string, fields: readonly Field[]): Sample | null {
  const { data, isPending } = useQuery(sampleRecordQuery(datasetId));
  if (isPending) return null;
  if (data) return { record: data, real: true };
  const texts = fields.map(({ name }) => [name, t("datasetSettings.preview.sample")]);
  const made = { id: "sample", metadata: null, externalId: null, insertedAt: 0, updatedAt: 0 };
  return { record: { ...made, datasetId, fields: Object.fromEntries(texts) }, real: false };
}

/** In the right column: the edited items as annotators see them. */
export function PreviewColumn({ real, children }: { real: boolean; children: ReactNode }) {
  return (
    <>
      <h2 className="mb-4 font-body text-small text-soft">
        {t(real ? "datasetSettings.preview.title" : "words.preview")}
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
      rightName={t("words.preview")}
      right={sample && <PreviewColumn real={sample.real}>{preview.record(shown, sample.record)}</PreviewColumn>}
    />
  );
}

function FieldItem({ field }: { field: Field }) {
  const [open, setOpen] = useState(true);
  const { form, edit, saving } = useItem(FIELD, field);
  const { name, required } = field;
  const badges = [
    t(`datasetSettings.type.${field.settings.type}`),
    ...(required ? [t("datasetSettings.form.required")] : []),
  ];
  return (
    <ItemSection name={name} badges={badges} edited={saving.edited} open={open} onToggle={() => setOpen(!open)}>
      <ItemForm name={name} saving={saving}>
        <FormGrid>
          <FieldRows name={name} form={form} edit={edit} />
        </FormGrid>
      </ItemForm>
    </ItemSection>
  );
}

type Rows<Form> = { form: Form; edit: (change: Partial<Form>) => void };

export function FieldRows({ name, form, edit }: Rows<FieldForm> & { name: string }) {
  return (
    <>
      <TextRow
        label={t("forms.title")}
        value={form.title}
        onChange={(title) => edit({ title })}
        faultOf={titleFault}
        max={LONGEST.title}
        placeholder={name}
      />
      <DescriptionRow form={form} edit={edit} />
      {"useMarkdown" in form && (
        <MarkdownRow checked={form.useMarkdown} onChange={(useMarkdown) => edit({ useMarkdown })} />
      )}
    </>
  );
}

function DescriptionRow({ form, edit }: Rows<{ readonly description: string }>) {
  return (
    <TextRow
      label={t("words.description")}
      value={form.description}
      onChange={(description) => edit({ description })}
      faultOf={descriptionFault}
      max={LONGEST.questionDescription}
      lines
    />
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
      rightName={t("words.preview")}
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
  const badges = [typeBadgeOf(form.settings), ...(required ? [t("datasetSettings.form.required")] : [])];
  return (
    <ItemSection name={name} badges={badges} edited={saving.edited} open={open} onToggle={onToggle}>
      <ItemForm name={name} saving={saving}>
        <FormGrid>
          <QuestionRows question={question} form={form} edit={edit} />
        </FormGrid>
      </ItemForm>
    </ItemSection>
  );
}

type QuestionRowsProps = Rows<QuestionForm> & {
  question: Question;
  /** the names of the fields, in a draft */
  draft?: readonly string[];
};

export function QuestionRows({ question, form, edit, draft }: QuestionRowsProps) {
  return (
    <>
      <TextRow
        label={t("forms.title")}
        value={form.title}
        onChange={(title) => edit({ title })}
        faultOf={questionTitleFault}
        max={LONGEST.questionTitle}
      />
      <DescriptionRow form={form} edit={edit} />
      <TypeRows
        question={question}
        settings={form.settings}
        onChange={(settings) => edit({ settings })}
        {...(draft && { draft })}
      />
    </>
  );
}
