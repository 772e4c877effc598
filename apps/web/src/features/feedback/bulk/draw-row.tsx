import { type AnswerForm, draftOf, openForm } from "@postil/domain/answers/answer-form";
import { changeAnswers } from "@postil/domain/answers/answer-form-change";
import { givenAnswers, suggestedAnswers } from "@postil/domain/answers/answer-text";
import { drawnInAll, drawnSpans } from "@postil/domain/bulk/bulk-answer";
import type { BulkTarget } from "@postil/domain/bulk/bulk-run";
import type { BulkSelection } from "@postil/domain/bulk/bulk-selection";
import type { Question } from "@postil/domain/datasets/question";
import type { OwnResponse } from "@postil/domain/records/labeled-record";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import { createContext, memo, type ReactNode, type RefObject, use, useMemo, useRef, useSyncExternalStore } from "react";
import { type Drafts, useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { percentText } from "../../../lib/i18n/percent.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import type { DatasetParts } from "../page/dataset-parts.ts";
import { type FormOnPage, FormOnPageContext } from "../questions/answer-form.ts";
import { isSpanQuestion } from "../questions/question-kinds.tsx";
import { RecordMenu } from "../record/record-menu.tsx";
import type { DrawRow } from "./bulk-row.tsx";
import { isOneLine, RowText } from "./row-text.tsx";

/** The state that the rows of a list share, if spans are drawn in them. The object is stable for the life of the page. */
type Rows = {
  readonly questions: readonly Question[];
  readonly drafts: Pick<Drafts, "change">;
  readonly tell: FormOnPage["tell"];
  /** Called when a span is drawn in the row of a record. */
  readonly onDrawn: (recordId: string) => void;
};

/** Null if records are read-only. */
export const RowsContext = createContext<Rows | null>(null);

export function rowsOf(parts: DatasetParts, linkTo: (recordId: string) => string): DrawRow {
  const { fields, questions, properties } = parts;
  const asked = questions.filter(isSpanQuestion);
  const textOf = (record: FeedbackRecord, fixed: boolean) => (
    <RowText record={record} fields={fields} fixed={fixed} spans={asked} />
  );
  return (record, response, fixed) => ({
    oneLine: asked.length === 0 && isOneLine(fields, record),
    text:
      asked.length === 0 ? (
        textOf(record, fixed)
      ) : (
        <RowSpans record={record} response={response}>
          {textOf(record, fixed)}
        </RowSpans>
      ),
    answers: <RowAnswers record={record} response={response} questions={questions} />,
    menu: <RecordMenu record={record} fields={fields} properties={properties} link={() => linkTo(record.id)} />,
  });
}

/** A row in which users draw spans: the record's own answers, kept as drafts like those of its form (design/bulk.md#spans). */
function RowSpans(props: { record: FeedbackRecord; response: OwnResponse | null; children: ReactNode }) {
  const { record, response, children } = props;
  const rows = use(RowsContext);
  const place = useRef<HTMLDivElement>(null);
  const drafts = useDraftService();
  const draft = useSyncExternalStore(drafts.onChange, () => drafts.get(record.id)?.answers ?? null);
  const form = useMemo(() => rows && openRow(rows.questions, record, response, draft), [rows, record, response, draft]);
  const latest = useLatest(
    () => rows && openRow(rows.questions, record, response, drafts.get(record.id)?.answers ?? null),
  );
  const page = useMemo((): FormOnPage | null => {
    if (rows === null || form === null) return null;
    return {
      form,
      dispatch: (action) => {
        const next = changeAnswers(latest() ?? form, action);
        rows.drafts.change(record.id, draftOf(next));
        rows.onDrawn(record.id);
        return next;
      },
      recordKey: record.id,
      focusQuestion: () => place.current?.closest<HTMLElement>("[role=row]")?.focus({ preventScroll: true }),
      tell: rows.tell,
    };
  }, [rows, form, record.id, latest]);
  return (
    <FormOnPageContext value={page}>
      <div ref={place}>{children}</div>
    </FormOnPageContext>
  );
}

function openRow(
  questions: readonly Question[],
  { fields, suggestions }: FeedbackRecord,
  response: OwnResponse | null,
  draft: Parameters<Drafts["change"]>[1],
): AnswerForm {
  return openForm({ questions, fields, response, suggestions: suggestions ?? [], draft, takesUp: true });
}

const NONE: ReadonlySet<string> = new Set();

const nothing = () => null;

/**
 * The spans drawn in the rows of a page; a new object for each change. Drafts of records outside the page are ignored, so that
 * nothing is written unseen.
 */
export function useDrawn(questions: readonly Question[], items: readonly { readonly record: FeedbackRecord }[]) {
  const service = useDraftService();
  const marks = useMemo(() => questions.some(isSpanQuestion), [questions]);
  const kept = useSyncExternalStore(service.onChange, marks ? service.list : nothing);
  const here = useLatest((recordId: string) => items.find(({ record }) => record.id === recordId)?.record);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept is read by record
  return useMemo(() => {
    const ofRecord = (recordId: string) => {
      const record = marks ? here(recordId) : undefined;
      return record === undefined ? {} : drawnSpans(questions, record.fields, service.get(recordId)?.answers ?? null);
    };
    return { marks, ofRecord, of: ({ record }: Pick<BulkTarget, "record">) => ofRecord(record.id) };
  }, [marks, questions, service, here, kept]);
}

/** The span questions that every selected record answers in its row. The form also gets them. */
export function useDrawnInAll(
  { marks, ofRecord }: ReturnType<typeof useDrawn>,
  { chosen, allMatches }: BulkSelection,
  told: RefObject<ReadonlySet<string>>,
): ReadonlySet<string> {
  const names = useMemo(
    () => (marks && !allMatches ? drawnInAll([...chosen].map(ofRecord)) : NONE),
    [marks, allMatches, chosen, ofRecord],
  );
  told.current = names;
  return names;
}

/** This number is readable at a glance; the others are counted. */
const SHOWN = 2;

type RowAnswersProps = { record: FeedbackRecord; response: OwnResponse | null; questions: readonly Question[] };

/**
 * The user's own answers to this record. If there are none, the answers that "Accept suggestions" would write to it. At the right
 * edge of its row (design/bulk.md).
 */
const RowAnswers = memo(function RowAnswers({ record, response, questions }: RowAnswersProps) {
  const given = givenAnswers(questions, record, response?.values ?? null);
  const isOwn = given.length > 0;
  const all: readonly RowAnswer[] = isOwn ? given : suggestedAnswers(questions, record);
  if (all.length === 0) return null;
  const spoken = ({ title, text }: RowAnswer) => t(isOwn ? "bulk.answered" : "bulk.suggested", { title, text });
  return (
    <span className="flex min-w-0 items-center justify-end gap-1.5 max-md:order-last max-md:mb-1 max-md:basis-full max-md:justify-start">
      {all.slice(0, SHOWN).map((answer) => {
        const score = percentText(answer.score);
        return (
          <span
            // Two questions may have one title.
            key={answer.question}
            title={spoken(answer)}
            className={cx(
              "inline-flex h-6 min-w-0 items-center gap-1 rounded-control px-1.5",
              isOwn
                ? "border border-edge bg-surface text-ink"
                : "border-dotted border-suggestion bg-suggestion-wash text-suggestion [border-width:var(--stroke-suggested)]",
            )}
          >
            {!isOwn && <Star size={11} />}
            <VisuallyHidden>{spoken(answer)}</VisuallyHidden>
            <span aria-hidden="true" translate="no" dir="auto" className="max-w-36 truncate">
              {answer.text}
            </span>
            {score !== undefined && <span className="flex-none tabular-nums">{score}</span>}
          </span>
        );
      })}
      {all.length > SHOWN && (
        <span
          title={all.slice(SHOWN).map(spoken).join("\n")}
          className={cx("flex-none tabular-nums", isOwn ? "text-soft" : "text-suggestion")}
        >
          {t("bulk.suggestedMore", { count: all.length - SHOWN })}
        </span>
      )}
    </span>
  );
});

type RowAnswer = {
  readonly question: string;
  readonly title: string;
  readonly text: string;
  readonly score?: number | null;
};
