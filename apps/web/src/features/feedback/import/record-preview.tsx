import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import { fieldFromWire, questionFromWire } from "@postil/contract/feedback/parts-mapping";
import type { Field } from "@postil/domain/datasets/field";
import type { Question } from "@postil/domain/datasets/question";
import type { AnswerValue, FeedbackRecord, Suggestion } from "@postil/domain/records/record";
import { t } from "i18next";
import { memo, useMemo } from "react";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { PlainText } from "../../../workbench/record/plain-text.tsx";
import { titleOf } from "../../../workbench/record/title-of.ts";
import { QuestionsPreview } from "../questions/questions-preview.tsx";
import { formattedView, shownFields } from "../record/field-kinds.ts";
import { Doubt, MachineNote } from "./parts.tsx";
import { Paged, RecordCard } from "./preview-parts.tsx";
import { questionsOf, type Said } from "./said.ts";
import { madeOf, optionsOf, previewOf } from "./shown-question.ts";
import { TaskPreview } from "./task-preview.tsx";

type FirstRecord = WireUnderstanding["records"][number];
type RecordPreviewProps = { said: Said; shown: WireUnderstanding };

/** One of the first rows as annotators will see it, of whatever kind the dataset is. */
export const Preview = ({ said, shown }: RecordPreviewProps) =>
  shown.task === null ? (
    <RecordPreview said={said} shown={shown} />
  ) : (
    <TaskPreview plan={shown.task} rows={shown.rows} />
  );

/** With what is said now (IMP-03). */
const RecordPreview = memo(function RecordPreview({ said, shown }: RecordPreviewProps) {
  const { dataset } = shown;
  const parts = useMemo(
    (): ShownParts | null =>
      dataset && {
        questions: questionsOf(said, shown).map((question) =>
          previewOf(question, optionsOf(question, shown), madeOf(question, shown)),
        ),
        fields: dataset.fields.map((field) => ({
          ...{ ...NOT_STORED, ...field, id: field.name, description: null },
          settings: { type: "text", useMarkdown: false },
        })),
        metadata: dataset.metadata,
      },
    [said, shown, dataset],
  );
  return (
    <RecordPages
      title={t("importing.preview.title")}
      records={shown.records}
      parts={parts}
      placeOf={(place) => t("importing.preview.row", { row: place + 1, rows: shown.rows })}
    />
  );
});

/** The parts of a dataset that a record is drawn with. The id of a question is its name. */
type ShownParts = {
  readonly questions: readonly Question[];
  readonly fields: readonly Field[];
  readonly metadata: WireDataset["metadata"] | WireAddTarget["metadata"];
};
type WireDataset = NonNullable<WireUnderstanding["dataset"]>;

/** The parts of a dataset that is there. */
export const partsOfTarget = ({ questions, fields, metadata }: WireAddTarget): ShownParts => ({
  questions: questions.map((question) => ({ ...questionFromWire(question), id: question.name })),
  fields: fields.map(fieldFromWire),
  metadata,
});

type RecordPagesProps = {
  title: string;
  records: readonly FirstRecord[];
  /** null: the columns make none */
  parts: ShownParts | null;
  placeOf: (place: number) => string;
};

/** Records as annotators will see them, one at a time. */
export const RecordPages = ({ title, records, parts, placeOf }: RecordPagesProps) => (
  <Paged title={title} items={parts === null ? [] : records} placeOf={placeOf}>
    {(first) => parts && <Shown parts={parts} first={first} />}
  </Paged>
);

/** The members that a part has after it is stored. */
const NOT_STORED = { datasetId: "", insertedAt: 0, updatedAt: 0 } as const;

function Shown({
  parts: { questions, fields, metadata: properties },
  first,
}: {
  parts: ShownParts;
  first: FirstRecord;
}) {
  const record = useMemo(() => recordOf(first), [first]);
  const texts = shownFields(fields, record).map(({ field, text }) => ({
    ...{ name: field.name, title: titleOf(field), text },
    drawn: <FieldText field={field} text={text} />,
  }));
  const metadata = properties
    .filter(({ name, visible_for_annotators }) => visible_for_annotators && first.metadata[name] !== undefined)
    .map(({ name, title }) => ({ name, title, value: textOf(first.metadata[name]) }));
  return (
    <>
      {first.refused !== null && (
        <Doubt
          text={t("importing.preview.refused", {
            reason: [first.refused.column, first.refused.reason].filter(Boolean).join(": "),
          })}
        />
      )}
      {texts.length + metadata.length > 0 && <RecordCard texts={texts} metadata={metadata} />}
      {first.answers.length > 0 && (
        <section aria-label={t("importing.answers.answered")} className="mb-6">
          <h3 className="mb-1 font-body text-small text-soft">{t("importing.answers.answered")}</h3>
          <ul>
            {first.answers.map(({ question, person, value, status }) => (
              <li key={`${person} ${question}`} translate="no" className="wrap-anywhere">
                {`${person}: ${question} `}
                <bdi className="font-strong">{textOf(value)}</bdi>
                {status !== "submitted" && ` (${t(`importing.answers.status.${status}`)})`}
              </li>
            ))}
          </ul>
        </section>
      )}
      <QuestionsPreview questions={questions} record={record} fields={fields} />
    </>
  );
}

function FieldText({ field, text }: { field: Field; text: string }) {
  const Content = formattedView(field) ?? PlainText;
  return <Content text={text} />;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, bigintsToo));

const bigintsToo = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

const recordOf = ({ line, fields, metadata, suggestions }: FirstRecord): FeedbackRecord => ({
  ...NOT_STORED,
  id: `line ${line}`,
  externalId: null,
  fields,
  metadata,
  suggestions: suggestions.map(
    ({ question, value, agent, score }): Suggestion => ({
      id: question,
      questionId: question,
      type: "model",
      // The server has checked it as a value of this question.
      value: value as AnswerValue,
      agent,
      score,
      insertedAt: 0,
      updatedAt: 0,
    }),
  ),
});

/** In the place of the record while the file is read for the first time. */
export function PreviewSkeleton() {
  return (
    <Skeleton label={t("importing.reading.now")}>
      <SkeletonBar width={160} />
      <div className="mt-4 h-40 rounded-panel bg-surface shadow-[0_0_0_1px_var(--line)]" />
    </Skeleton>
  );
}

/** Before there is a file: what files look like, and what is guessed of them. */
export function Examples() {
  return (
    <>
      <p className="mb-5 pt-3.5 text-lead text-soft">{t("importing.examples.intro")}</p>
      <Example
        title={t("importing.examples.table")}
        lines={[
          "message,intent,channel",
          '"My card has not come yet",card_arrival,app',
          '"Why was I charged twice?",transaction_charged_twice,chat',
        ]}
        guesses={["message", "intent", "channel"]}
      />
      <Example
        title={t("importing.examples.lines")}
        lines={[
          '{"fields": {"message": "My card has not come yet"},',
          ' "suggestions": {"intent": {"value": "card_arrival"}},',
          ' "metadata": {"channel": "app"}}',
        ]}
        guesses={["fields"]}
      />
    </>
  );
}

type Guess = "message" | "intent" | "channel" | "fields";

function Example({ title, lines, guesses }: { title: string; lines: readonly string[]; guesses: readonly Guess[] }) {
  return (
    <section aria-label={title} className="mb-6">
      <h3 className="mb-2 font-body text-small text-soft">{title}</h3>
      <pre
        translate="no"
        className="rounded-panel bg-sunken px-4 py-2.5 font-mono text-small whitespace-pre-wrap wrap-anywhere shadow-[inset_0_0_0_1px_var(--line)] [font-variant-ligatures:none]"
      >
        {lines.join("\n")}
      </pre>
      <dl className="mt-2">
        {guesses.map((guess) => (
          <div key={guess} className="grid min-h-6 grid-cols-[96px_minmax(0,1fr)] items-center">
            <dt translate="no" className="font-mono text-small">
              {guess}
            </dt>
            <dd>
              <MachineNote>{t(`importing.examples.guess.${guess}`)}</MachineNote>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
