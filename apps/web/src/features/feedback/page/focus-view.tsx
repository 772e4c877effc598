import {
  type AnswerForm,
  formActions,
  isModified,
  isWorthADraft,
  type Submission,
  submissionOf,
} from "@postil/domain/answers/answer-form";
import { holdsBack } from "@postil/domain/queue/queue";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { t } from "i18next";
import { Columns2, Rows2 } from "lucide-react";
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { type Drafts, useKeptElsewhere } from "../../../lib/drafts/use-drafts.ts";
import { absoluteTime, clockTime } from "../../../lib/i18n/times.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useSeen } from "../../../lib/presses.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { textLinkClass } from "../../../ui/cx.ts";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { usePhone } from "../../../ui/media.ts";
import { announce } from "../../../ui/screen-reader.tsx";
import { InBar, Note } from "../bar/bar-parts.tsx";
import { type AnswerDispatch, FormOnPageContext, missingText } from "../questions/answer-form.ts";
import { useFormSteps } from "../questions/form-steps.ts";
import { QuestionsPanel, type QuestionsPanelHandle } from "../questions/questions-panel.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { type Leave, useHeld } from "../queue/leaving.ts";
import type { ShownItem } from "../queue/queue-state.ts";
import type { RecordQueueHandle } from "../queue/use-record-queue.ts";
import { type ResponseActions, useIdleDraft } from "../queue/use-response-actions.ts";
import { RecordBody } from "../record/record-body.tsx";
import { RecordMenu } from "../record/record-menu.tsx";
import { ActionBar } from "./action-bar.tsx";
import type { DatasetParts } from "./dataset-parts.ts";
import { type PageCommands, useRecordCommands } from "./page-commands.ts";
import { type FrameChrome, LabelingPanes } from "./panes.tsx";
import { RecordSheet } from "./record-sheet.tsx";
import { useRecordForm, useRecordHandlers } from "./use-record-form.ts";

/** The parts of the page that focus view and bulk view need. */
export type RecordsViewProps = {
  chrome: FrameChrome;
  parts: DatasetParts;
  queue: RecordQueueHandle;
  drafts: Drafts;
  controls: CriteriaControls;
  commands: PageCommands;
  leave: Leave;
  /** the reference record, while a similarity search runs */
  head: ReactNode;
  linkTo: (recordId: string) => string;
};

type FocusViewProps = RecordsViewProps & {
  item: ShownItem;
  actions: ResponseActions;
  openings: number;
  formRef: RefObject<AnswerForm>;
};

/** A record and its questions. Answers go to the outbox, and the next record follows. */
export function FocusView(props: FocusViewProps) {
  const { chrome, parts, item, queue, actions, drafts, controls, commands, leave, openings, formRef } = props;
  const { head, linkTo } = props;
  const panel = useRef<QuestionsPanelHandle>(null);
  const held = useRecordForm({ item, questions: parts.questions, drafts, openings, formRef });
  const seen = useSeen(item.record.id, item.record.id);
  const { form, dispatch: change } = held;
  const dispatch = useCallback<AnswerDispatch>(
    // Typed text is kept from its first letter on.
    (action) => (action.type === "setText" || seen() ? change(action) : formRef.current),
    [change, seen, formRef],
  );
  const { tellStep } = actions;
  const answer = useFormSteps(formRef, dispatch, tellStep);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps end with their form.
  useEffect(() => () => tellStep(null), [held.formKey, tellStep]);
  const resting = queue.waiting !== null;
  const handlers = useRecordHandlers({ ...held, dispatch: answer }, actions, panel, resting, seen, commands.next.run);
  const recordCommands = useRecordCommands(handlers);
  const submitChosen = useLatest(handlers.submitChosen);
  const takesDigits = useLatest(() => !resting && seen());
  useIdleDraft(form, isWorthADraft(form), handlers.draftWhenIdle);

  const typedElsewhere = useKeptElsewhere(item.record.id);
  const modified = isModified(form);
  useHeld(leave, holdsBack(item.status, modified) !== null);
  const { stay } = queue;
  useEffect(() => {
    if (modified) stay();
  }, [modified, stay]);
  useAnnounced(item, parts.questions.length);
  const takeKept = useLatest((type: "restoreKept" | "forgetKept") => {
    const [question] = Object.keys(formRef.current.kept ?? {});
    answer({ type });
    // The pressed button is gone, so the focus moves.
    if (question !== undefined) panel.current?.focusQuestion(question);
  });

  const goToQuestion = useCallback((name: string) => panel.current?.focusQuestion(name), []);

  const showChange = () => {
    queue.acknowledgeChange();
    if (item.status === "submitted" || item.status === "discarded") held.reopen();
    else held.forgetTyped();
  };
  const note = item.changedElsewhere ? (
    <Note action={t("annotation.changedShow")} onAction={showChange}>
      {t("annotation.changedElsewhere")}
    </Note>
  ) : typedElsewhere ? (
    <Note action={t("annotation.typedKeep")} onAction={held.keepTyped}>
      {t("annotation.typedElsewhere")}
    </Note>
  ) : (
    held.restoredAt !== null && (
      <Note action={t("annotation.draftDiscard")} onAction={held.forgetTyped}>
        {t("annotation.draftRestored", { time: clockTime(held.restoredAt) })}
      </Note>
    )
  );
  const may = useMemo(() => formActions(form), [form]);
  const { record } = item;
  const { clear } = recordCommands;
  const drawn = useMemo(
    () => ({
      body: (
        <RecordBody record={record} fields={parts.fields} properties={parts.properties} questions={parts.questions} />
      ),
      menu: <Menu record={record} parts={parts} clear={clear} linkTo={linkTo} />,
    }),
    [record, parts, clear, linkTo],
  );
  const onPage = useMemo(
    () => ({ form, dispatch, recordKey: held.formKey, focusQuestion: goToQuestion, tell: tellStep }),
    [form, dispatch, held.formKey, goToQuestion, tellStep],
  );
  return (
    <FormOnPageContext value={onPage}>
      <InBar>{note}</InBar>
      <LabelingPanes
        chrome={chrome}
        recordId={item.record.id}
        sheet={
          <RecordSheet
            record={item.record}
            position={item.position}
            response={item.response}
            status={item.status}
            saved={item.saved}
            queryScore={item.queryScore}
            vectors={parts.vectors}
            {...drawn}
            head={head}
            controls={controls}
            total={queue.total}
            left={queue.left}
            queueStatus={queue.status}
            hasPrevious={queue.hasPrevious}
            waiting={queue.waiting}
            commands={commands}
          />
        }
        questions={
          <Panel
            ref={panel}
            recordKey={held.formKey}
            form={form}
            dispatch={answer}
            fields={item.record.fields}
            above={form.kept !== null && <KeptEdits at={held.keptAt} onTake={takeKept} />}
            takesDigits={takesDigits}
            onSubmitByChoice={submitChosen}
          />
        }
        actions={
          <>
            <AnswersOutOfView form={form} fields={item.record.fields} onGoTo={goToQuestion} />
            <ActionBar
              commands={recordCommands}
              guidelines={commands.guidelines}
              may={may}
              status={item.status}
              saving={item.saved === "saving"}
              whyNot={whyNot(submissionOf(form))}
            />
          </>
        }
      />
    </FormOnPageContext>
  );
}

const Panel = memo(QuestionsPanel);
/** Needed only if the questions are below the record, so it may load after them. */
const AnswersOutOfView = lazyPart(() => import("../questions/answers-out-of-view.tsx"));

/** Further actions for the record on screen. */
function Menu(
  props: Pick<FocusViewProps, "parts" | "linkTo"> & {
    record: FeedbackRecord;
    /** "Clear all answers": on a phone it is in the menu */
    clear: Command;
  },
) {
  const { record, parts, clear, linkTo } = props;
  const { fields, properties } = parts;
  const phone = usePhone();
  const beside = useFieldsBesideCommand(record.datasetId, fields.length);
  return (
    <RecordMenu
      {...{ record, fields, properties }}
      commands={phone ? [clear] : beside}
      link={() => linkTo(record.id)}
    />
  );
}

/** The reason why Submit is inactive; empty if it is active. */
function whyNot(submission: Submission): string {
  switch (submission.state) {
    case "ready":
      return "";
    case "missing":
      return missingText(submission.obstacles);
    case "unchanged":
      return t("annotation.actions.unchanged");
    case "nothing":
      return t("annotation.actions.nothing");
  }
}

/** Announces the new record to screen readers, once it is shown (design/shell.md#announcements). */
function useAnnounced({ record, position, status }: ShownItem, questions: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of status is said by the line in the foot
  useEffect(() => {
    announce(
      t("annotation.record.announce", {
        position: position ?? "",
        status: t(`answerStatus.name.${status}`),
        questions: t("annotation.record.questions", { count: questions }),
      }),
    );
  }, [record.id]);
}

/**
 * Above the form of an answered record, which shows the sent answers: offers unsent edits of an earlier visit
 * (design/annotation.md#drafts).
 */
function KeptEdits(props: {
  /** the time of the edits, epoch ms */
  at: number;
  onTake: (type: "restoreKept" | "forgetKept") => void;
}) {
  const { at, onTake } = props;
  return (
    <p role="status" className="mb-4 flex flex-wrap gap-x-3 gap-y-1 text-small">
      <span className="text-edited">{t("annotation.kept.text", { date: absoluteTime(at) })}</span>
      <span className="flex gap-3 max-md:gap-6 max-md:leading-[44px]">
        <button type="button" onClick={() => onTake("restoreKept")} className={textLinkClass}>
          {t("annotation.kept.restore")}
        </button>
        <button type="button" onClick={() => onTake("forgetKept")} className={textLinkClass}>
          {t("annotation.kept.discard")}
        </button>
      </span>
    </p>
  );
}

/** The page width in px from which two fields are side by side; the `roomy` of ui/styles.css (design/record.md#fields). */
const ROOMY = 1200;

/** The command that puts a dataset's two fields side by side, or back; empty if the dataset does not have exactly two. */
export function useFieldsBesideCommand(datasetId: string, fields: number): readonly Command[] {
  const [beside, setBeside] = usePreference("fieldsBeside");
  const on = beside[datasetId] === true;
  const commands: Command[] = [
    {
      id: "record.fieldsBeside",
      label: t(on ? "comfort.beside.off" : "comfort.beside.on"),
      icon: on ? Rows2 : Columns2,
      section: "record",
      mayRun: () => (document.getElementById(CONTENT_ID)?.clientWidth ?? 0) >= ROOMY,
      run: () => setBeside({ ...beside, [datasetId]: !on }),
    },
  ];
  const offered = fields === 2 ? commands : [];
  useCommands(offered);
  return offered;
}
