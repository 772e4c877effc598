import type { AnswerForm } from "@postil/domain/answers/answer-form";
import { answerText } from "@postil/domain/answers/answer-text";
import { readAnswer } from "@postil/domain/answers/answers";
import { bulkActions, bulkObstacles, ownSuggestions } from "@postil/domain/bulk/bulk-answer";
import type { BulkTarget } from "@postil/domain/bulk/bulk-run";
import type { BulkSelection } from "@postil/domain/bulk/bulk-selection";
import type { Question } from "@postil/domain/datasets/question";
import type { Actions, ResponseStatus, ResponseValues } from "@postil/domain/records/labeled-record";
import type { AnswerValues, FeedbackRecord } from "@postil/domain/records/record";
import { writeFeedbackAddress } from "@postil/domain/search/feedback-address";
import type { BulkSize } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { keepsKeys } from "../../../lib/commands/key-owner.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { focusRow } from "../../../workbench/list/rows.tsx";
import { ActionFrame, STACK } from "../page/action-bar.tsx";
import type { DatasetParts } from "../page/dataset-parts.ts";
import type { RecordsViewProps } from "../page/focus-view.tsx";
import type { RecordCommands } from "../page/page-commands.ts";
import { LabelingPanes } from "../page/panes.tsx";
import { missingText, SpansInRowsContext } from "../questions/answer-form.ts";
import { QuestionsPanel, type QuestionsPanelHandle } from "../questions/questions-panel.tsx";
import { setSpanCursor } from "../questions/spans/span-work.ts";
import type { ShownItem } from "../queue/queue-state.ts";
import type { ResponseActions } from "../queue/use-response-actions.ts";
import { createKeptForm, useBulkForm, useKeptForm } from "./bulk-form.ts";
import { BulkNote, BulkSheet } from "./bulk-sheet.tsx";
import { RowsContext, rowsOf, useDrawn, useDrawnInAll } from "./draw-row.tsx";
import { type Bulk, useBulk, useBulkHandlers } from "./use-bulk.ts";
import type { Underway } from "./use-bulk-run.ts";

const ConfirmBulk = lazyPart(() => import("./confirm-bulk.tsx"));
const Panel = memo(QuestionsPanel);
const nothing = () => undefined;
const NO_TEXTS = {};
const NONE: ReadonlySet<string> = new Set();

type BulkViewProps = RecordsViewProps & {
  writing: RefObject<boolean>;
  size: BulkSize;
  /** shows the change in a row, with undo and redo */
  tell: ResponseActions["tellStep"];
};

/** A page of records and one form for the selected ones (FBU, design/bulk.md). Lazily loaded. */
export default function BulkView(props: BulkViewProps) {
  const { chrome, parts, queue, drafts, commands, leave, writing, size } = props;
  const { questions } = parts;
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<QuestionsPanelHandle>(null);
  const drawnInAll = useRef<ReadonlySet<string>>(NONE);
  const { userId } = useOutboxService();
  const [kept] = useState(() => createKeptForm(userId, parts.dataset.id));
  const form = useBulkForm(questions, panel, drawnInAll, kept, props.tell);
  const drawn = useDrawn(questions, queue.items);
  const bulk = useBulk({
    ...{ datasetId: parts.dataset.id, own: useOwnValues(questions, drawn), form: form.asked },
    ...{ queue, drafts, leave, writing, size },
  });
  const { committed, page } = queue;
  useKeptForm(kept, form, bulk, writeFeedbackAddress("", { ...committed, page, record: null }));
  const handlers = useBulkHandlers(bulk, queue, list);
  const { draw, rows } = useRows(props, bulk);
  const { count, confirm } = bulk;
  const { selection } = bulk.selected;
  const asked = confirm.action;
  const inRows = useDrawnInAll(drawn, selection, drawnInAll);
  const may = useMemo(() => bulkActions(form.form, count, inRows), [form.form, count, inRows]);
  useFirstRow(list, bulk);
  return (
    <>
      <LabelingPanes
        chrome={chrome}
        recordId={bulk.pageKey}
        sheet={
          <RowsContext value={drawn.marks ? rows : null}>
            <BulkSheet
              {...props}
              draw={draw}
              note={<Acceptable items={queue.items} chosen={selection} questions={questions} drawn={drawn.of} />}
              bulk={bulk}
              handlers={handlers}
              list={list}
            />
          </RowsContext>
        }
        questions={
          // Escape in a question leaves only the question; it does not also clear the selection.
          // biome-ignore lint/a11y/noStaticElementInteractions: the questions inside are what has the focus
          <div onKeyDown={keepEscape}>
            <h2 className="sr-only">{t("bulk.form")}</h2>
            <BulkNote selection={selection} count={count} total={queue.total} />
            <SpansInRowsContext value={drawn.marks}>
              <Panel
                ref={panel}
                recordKey="bulk"
                form={form.form}
                dispatch={form.dispatch}
                fields={NO_TEXTS}
                onSubmitByChoice={nothing}
              />
            </SpansInRowsContext>
          </div>
        }
        actions={
          <BulkActions
            commands={handlers.record}
            guidelines={commands.guidelines}
            count={count}
            may={may}
            discards={queue.status !== "discarded"}
            whyNot={whyNot(form.form, count, may, inRows)}
            underway={bulk.run.underway}
            rests={bulk.rests}
            onStop={bulk.run.stop}
          />
        }
      />
      {asked !== null && (
        <ConfirmBulk
          action={asked}
          count={count}
          written={<WrittenValues values={asked.values} questions={questions} />}
          onGo={() => confirm.go(asked)}
          onCancel={confirm.cancel}
          whenMissing={confirm.cancel}
        />
      )}
    </>
  );
}

function keepEscape(event: KeyboardEvent): void {
  const inQuestion = event.target instanceof Element && event.target.closest("[data-question]") !== null;
  if (event.key === "Escape" && inQuestion) event.preventDefault();
}

/** Each record gets its own suggestions and the spans drawn in its row. */
function useOwnValues(questions: DatasetParts["questions"], drawn: ReturnType<typeof useDrawn>) {
  return useMemo(
    () => ({
      drawn: drawn.of,
      suggested: (target: BulkTarget<FeedbackRecord>) => ownSuggestions(questions, target, drawn.of(target)),
    }),
    [questions, drawn],
  );
}

/** How records are drawn in their rows. A record is selected when a span is drawn in its row. */
function useRows({ parts, drafts, linkTo, tell }: BulkViewProps, { busy, selected }: ReturnType<typeof useBulk>) {
  const { questions } = parts;
  const draw = useMemo(() => rowsOf(parts, linkTo), [parts, linkTo]);
  const { selection, toggle, cursor } = selected;
  const onDrawn = useLatest((recordId: string) => {
    if (!busy && !selection.chosen.has(recordId)) toggle(recordId);
  });
  const rows = useMemo(() => ({ questions, drafts, tell, onDrawn }), [questions, drafts, tell, onDrawn]);
  // W moves into the text of the cursor record.
  useEffect(() => {
    setSpanCursor(cursor);
    return () => setSpanCursor(null);
  }, [cursor]);
  return { draw, rows };
}

/** The reason why each action is inactive; empty if it is active. */
function whyNot(form: AnswerForm, count: number, may: ReturnType<typeof bulkActions>, drawn: ReadonlySet<string>) {
  if (count === 0) {
    const none = t("bulk.none");
    return { submit: none, draft: none, discard: none };
  }
  const nothingAnswered = t("bulk.actions.nothing");
  const obstacles = missingText(bulkObstacles(form, drawn));
  const missing = obstacles === "" || !may.saveDraft ? obstacles : t("bulk.actions.missing", { obstacles });
  return {
    submit: may.submit ? "" : missing || nothingAnswered,
    draft: may.saveDraft ? "" : nothingAnswered,
    discard: "",
  };
}

/**
 * Focuses the first record of a new page, so that the keys of the list work at once and digits answer. A focus in the form, in
 * the search or on the page buttons stays there.
 */
function useFirstRow(list: RefObject<HTMLDivElement | null>, { pageKey, page }: Bulk): void {
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it waits for
  useLayoutEffect(() => {
    const active = document.activeElement;
    const free = active === document.body || list.current?.contains(active) === true;
    list.current?.scrollTo({ top: 0, behavior: "instant" });
    if (free || (!begun.current && !keepsKeys(active))) focusRow(list.current, page[0] ?? null);
    begun.current = true;
  }, [pageKey]);
}

/**
 * Tells for how many records "Accept suggestions" would give an answer: of the selected records, else of the page. So the line
 * is there before anything is selected, and nothing moves later (design/bulk.md).
 */
const Acceptable = memo(function Acceptable(props: {
  items: readonly ShownItem[];
  chosen: BulkSelection;
  questions: readonly Question[];
  /** the answers of a record, besides its suggestions */
  drawn: (item: ShownItem) => AnswerValues;
}) {
  const { items, chosen, questions, drawn } = props;
  const suggested = items.some(({ record }) => (record.suggestions ?? []).length > 0);
  if (!suggested) return null;
  const selected = chosen.allMatches ? [] : items.filter(({ record }) => chosen.chosen.has(record.id));
  const of = selected.length > 0 ? selected : items;
  const ready = of.filter((item) => ownSuggestions(questions, item, drawn(item)) !== null).length;
  return (
    <p className="-mt-2 truncate pr-6 pb-2 pl-16 text-small text-soft tabular-nums max-md:pl-14">
      {t(selected.length > 0 ? "bulk.acceptable.selected" : "bulk.acceptable.page", { count: ready, of: of.length })}
    </p>
  );
});

/** The values to write, for each question, in the words of the form. */
function WrittenValues({ values, questions }: { values: ResponseValues; questions: readonly Question[] }) {
  return (
    <dl>
      {questions.map(({ name, title, settings }) => {
        const answer = readAnswer(settings, values[name]?.value);
        return (
          answer !== undefined &&
          answer.type !== "unknown" &&
          answer.value !== null && (
            <div key={name} className="py-1">
              <dt translate="no" className="text-small text-soft">
                {title}
              </dt>
              <dd className="line-clamp-4 whitespace-pre-line wrap-anywhere">
                {answerText(settings, answer.value, NO_TEXTS)}
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

type BulkActionsProps = {
  commands: RecordCommands;
  guidelines: Command;
  count: number;
  may: Actions;
  /** false in the queue of discarded records: they cannot be discarded again */
  discards: boolean;
  /** the reason why each action is disabled; empty when it is enabled */
  whyNot: { readonly submit: string; readonly draft: string; readonly discard: string };
  underway: Underway | null;
  /** true while no action is possible */
  rests: boolean;
  onStop: () => void;
};

/** The actions on the selected records. The buttons show the number, the pressed button shows the progress. */
function BulkActions(props: BulkActionsProps) {
  const { commands, guidelines, count, may, discards, whyNot, underway, rests, onStop } = props;
  const part = (status: ResponseStatus) => ({ under: underway?.kind === status ? underway : null, rests });
  return (
    <ActionFrame
      guidelines={guidelines}
      aria-label={t("bulk.actions.label")}
      className="shadow-[0_-1px_0_0_var(--line)]"
    >
      {underway !== null ? (
        <Button
          variant="ghost"
          disabled={underway.stopping || underway.percent === null}
          onClick={onStop}
          className="-ml-2"
        >
          {t(underway.stopping ? "bulk.actions.stopping" : "bulk.actions.stop")}
        </Button>
      ) : (
        <Button variant="ghost" disabled={!may.clear} onClick={commands.clear.run} className="-ml-2 max-md:hidden">
          {t("annotation.actions.clear")}
        </Button>
      )}
      <span className="flex-1 max-md:hidden" />
      {discards && (
        <ManyButton command={commands.discard} may={may.discard} whyNot={whyNot.discard} {...part("discarded")}>
          {count === 0 ? t("annotation.actions.discard") : t("bulk.actions.discard", { count })}
        </ManyButton>
      )}
      <ManyButton command={commands.draft} may={may.saveDraft} whyNot={whyNot.draft} {...part("draft")}>
        {t("annotation.actions.draft")}
      </ManyButton>
      <ManyButton
        command={commands.submit}
        may={may.submit}
        whyNot={whyNot.submit}
        variant="primary"
        {...part("submitted")}
      >
        {count === 0 ? t("annotation.actions.submit") : t("bulk.actions.submit", { count })}
      </ManyButton>
    </ActionFrame>
  );
}

function ManyButton(
  props: ButtonProps & {
    command: Command;
    may: boolean;
    whyNot: string;
    /** set while this action is running */
    under: Underway | null;
    /** true while no action is possible */
    rests: boolean;
  },
) {
  const { command, may, whyNot, under, rests, children, ...rest } = props;
  const percent = under?.percent ?? null;
  const text = percent === null ? t("bulk.actions.reading") : t("bulk.actions.running", { percent });
  return (
    <Tooltip text={may || rests ? "" : whyNot}>
      <CommandButton
        command={command}
        inactive={under === null && (!may || rests)}
        aria-disabled={!may || rests || undefined}
        {...rest}
        className={cx("relative overflow-hidden tabular-nums max-md:flex-1 max-md:justify-center max-md:px-2", STACK)}
      >
        <span className="relative">{under === null ? children : text}</span>
        {percent !== null && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-[3px] origin-left bg-current"
            style={{ transform: `scaleX(${percent / 100})` }}
          />
        )}
      </CommandButton>
    </Tooltip>
  );
}
