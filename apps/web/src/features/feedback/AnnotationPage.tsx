import { type AnswerForm, isModified, openForm } from "@postil/domain/answers/answer-form";
import { holdsBack } from "@postil/domain/queue/queue";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { readFeedbackAddress, writeFeedbackAddress } from "@postil/domain/search/feedback-address";
import { criteriaKey, type RecordsAddress } from "@postil/domain/search/record-criteria";
import type { BulkSize } from "@postil/domain/search/records-address";
import { useRouter } from "@tanstack/react-router";
import { t } from "i18next";
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTellsAhead } from "../../lib/connection/records-ahead.ts";
import { useDrafts } from "../../lib/drafts/use-drafts.ts";
import { usePreference } from "../../lib/preferences/store.ts";
import { notify, useToastsAtLeft } from "../../lib/toasts/store.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { InHeader } from "../../ui/in-header.tsx";
import { usePageTitle } from "../../ui/layouts/frame.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { RecordOf } from "../../unsent/records-on-server.ts";
import { FamilyContext } from "../../workbench/family/family.ts";
import { type SpelledAddress, useSpelledAddress } from "../../workbench/frame/use-spelled-address.ts";
import { FilterByValueProvider } from "../../workbench/record/filter-by-value.tsx";
import { Matches } from "../../workbench/record/matches.tsx";
import { SavingIndicator } from "../../workbench/saving/saving-indicator.tsx";
import { Bar } from "./bar/bar.tsx";
import { useViewMode } from "./bar/bar-commands.ts";
import { NotePlace } from "./bar/bar-parts.tsx";
import { useDatasetParts, useKnownParts } from "./page/dataset-parts.ts";
import { FocusView } from "./page/focus-view.tsx";
import { useChrome, usePanels } from "./page/foot.tsx";
import { usePageCommands } from "./page/page-commands.ts";
import { WorkbenchFrame } from "./page/panes.tsx";
import { Waiting, WithoutRecord } from "./page/without-record.tsx";
import { type CriteriaControls, useCriteriaControls } from "./queue/criteria-controls.ts";
import { type Leave, useLeaving } from "./queue/leaving.ts";
import { EndNotice, ProgressProvider, QueueCommands } from "./queue/progress.tsx";
import { type RecordQueueHandle, useRecordQueue } from "./queue/use-record-queue.ts";
import { useResponseActions } from "./queue/use-response-actions.ts";
import { SimilarityBar } from "./record/similarity-bar.tsx";
import { FEEDBACK_FAMILY } from "./wire/feedback-family.ts";
import { recordsApi } from "./wire/records-api.ts";

/** The page works without it, so a failed download is ignored silently. */
const ExportShown = lazyPart(() => import("./export/export-shown.tsx").catch(() => ({ default: () => null })));

const QueueViews = lazyPart(() => import("./bar/queue-views.tsx"));
const Reference = lazyPart(() => import("./record/reference.tsx"));

/** The form before the first record arrives. */
const NO_FORM = openForm({ questions: [], fields: null, response: null, suggestions: [], draft: null });

type AnnotationPageProps = {
  datasetId: string;
  /** goes to a record; it may be in another dataset, because unsaved work may be in any dataset */
  onGoToRecord: (of: RecordOf) => void;
};

/** The annotation page of a feedback dataset, below the header: one record at a time with its questions (FQU-01, FQU-02). */
export function AnnotationPage({ datasetId, onGoToRecord }: AnnotationPageProps) {
  useToastsAtLeft();
  return (
    <FamilyContext value={FEEDBACK_FAMILY}>
      <ProgressProvider datasetId={datasetId}>
        <Page datasetId={datasetId} onGoToRecord={onGoToRecord} />
      </ProgressProvider>
    </FamilyContext>
  );
}

function Page({ datasetId, onGoToRecord }: AnnotationPageProps) {
  const loaded = useDatasetParts(datasetId);
  const parts = loaded.state === "ready" ? loaded.parts : null;
  usePageTitle(parts?.dataset.name);
  /** the form of the record on screen */
  const formRef = useRef(NO_FORM);
  const annotation = useAnnotation(datasetId, formRef);
  const { queue, actions, drafts, panels, commands, leave, goTo, showAs, open } = annotation;
  const { controls, atHand } = useFindSimilar(annotation.controls, queue);
  const views = useMemo(
    () => <QueueViews datasetId={datasetId} controls={controls} onOpenRecord={open} />,
    [datasetId, controls, open],
  );
  const { similarity } = queue.committed.criteria;
  const view = useViewMode(datasetId, {
    size: queue.committed.size,
    there: queue.current !== null,
    onShow: showAs,
  });
  const vectors = parts?.vectors;
  const head = useMemo(
    () =>
      vectors && (
        <SimilarityBar datasetId={datasetId} vectors={vectors} controls={controls}>
          {(search) => <Reference {...search} atHand={atHand} />}
        </SimilarityBar>
      ),
    [datasetId, vectors, controls, atHand],
  );
  const { message, change, canUndo } = actions;
  const chrome = useChrome(datasetId, parts?.dataset ?? null, panels, { commands, message, change, canUndo });
  const shared = { chrome, head, queue, controls, commands };
  const record = { ...shared, drafts, leave, linkTo: annotation.linkTo };
  const [notePlace, setNotePlace] = useState<HTMLElement | null>(null);
  const goToRecord = useCallback(
    (entry: RecordOf) => (entry.datasetId === datasetId ? open(entry.recordId) : onGoToRecord(entry)),
    [datasetId, open, onGoToRecord],
  );
  return (
    <>
      <Saving datasetId={datasetId} onGoToRecord={goToRecord} />
      <InHeader slot="actions">
        <ExportShown datasetId={datasetId} criteria={queue.committed.criteria} />
      </InHeader>
      <QueueCommands status={queue.status} onStatus={goTo} />
      <EndNotice ends={annotation.ends} status={queue.status} similar={similarity !== null} onStatus={goTo} />
      <Matches text={queue.committed.criteria.text}>
        <WorkbenchFrame
          chrome={chrome}
          bar={<Bar datasetId={datasetId} controls={controls} noteRef={setNotePlace} views={views} {...view} />}
        >
          <FilterByValueProvider change={controls.change}>
            <NotePlace value={notePlace}>
              {parts !== null && queue.committed.size !== null && queue.items.length > 0 ? (
                <BulkView
                  {...record}
                  parts={parts}
                  writing={annotation.writing}
                  size={queue.committed.size}
                  tell={actions.tellStep}
                  meanwhile={<Waiting chrome={chrome} commands={commands} />}
                  whenMissing={() => showAs(null)}
                />
              ) : parts !== null && queue.current !== null ? (
                <FocusView
                  {...record}
                  parts={parts}
                  item={queue.current}
                  actions={actions}
                  openings={annotation.openings}
                  formRef={formRef}
                />
              ) : (
                <WithoutRecord {...shared} loaded={loaded} status={queue.status} onStatus={goTo} />
              )}
            </NotePlace>
          </FilterByValueProvider>
        </WorkbenchFrame>
      </Matches>
    </>
  );
}

/**
 * Returns the controls, and `atHand`: the reference record of a search, so that its bar need not load a record that was on the
 * page (FFI-24).
 */
function useFindSimilar(controls: CriteriaControls, { current, items }: Pick<RecordQueueHandle, "current" | "items">) {
  const reference = useRef<FeedbackRecord>(undefined);
  const findSimilar = useLatest<Parameters<CriteriaControls["findSimilar"]>, void>((similarity) => {
    const shown = current === null ? items : [current];
    reference.current = shown.find(({ record }) => record.id === similarity.recordId)?.record ?? reference.current;
    controls.findSimilar(similarity);
  });
  return { controls: useMemo(() => ({ ...controls, findSimilar }), [controls, findSimilar]), atHand: reference };
}

const Saving = memo(function Saving(props: AnnotationPageProps) {
  return (
    <InHeader slot="saving">
      <SavingIndicator {...props} />
    </InHeader>
  );
});

const BulkView = lazyPart(() => import("./bulk/bulk-view.tsx"));

/**
 * The queue, its history of actions, and the commands to move in it: the part of the page that does not depend on one record.
 * `formRef`: the form of the record on screen.
 */
function useAnnotation(datasetId: string, formRef: RefObject<AnswerForm>) {
  const address = useAddress();
  const [autoAdvance] = usePreference("autoAdvance");
  const drafts = useDrafts(datasetId);
  const panels = usePanels(datasetId);
  const [first] = useState(address.asked);
  const [ends, setEnds] = useState(0);
  const queue = useRecordQueue({
    datasetId,
    first,
    api: recordsApi,
    known: useKnownParts(datasetId),
    onEnd: () => setEnds((before) => before + 1),
    onMissing: () => notify({ message: t("annotation.queue.recordMissing"), type: "warning" }),
  });
  useTellsAhead(queue.ahead);
  const [openings, setOpenings] = useState(0);
  const openAnew = () => setOpenings((before) => before + 1);
  const actions = useResponseActions({ datasetId, queue, drafts, autoAdvance, reopen: openAnew });
  const writing = useRef(false);
  const leave = useLeaving(() => {
    const item = queue.committed.size === null ? queue.current : null;
    // The changes would be lost if this record were left now (FQU-26).
    const status = item && holdsBack(item.status, isModified(formRef.current));
    const { kept } = formRef.current;
    if (item === null || status === null) return writing.current ? "bulk" : null;
    const forget = () => {
      drafts.change(item.record.id, kept);
      openAnew();
    };
    return { status, forget };
  });
  useFollowAddress(address, queue, leave);

  const { open: openRecord } = queue;
  const controls = useCriteriaControls(queue, leave);
  const { change } = controls;
  const goTo = useCallback((status: RecordStatus) => change((criteria) => ({ ...criteria, status })), [change]);
  const rewrite = (step: () => boolean) => {
    if (step()) openAnew();
  };
  const bulk = queue.committed.size !== null;
  const commands = usePageCommands({
    next: () => leave(() => (bulk ? queue.turnPage(1) : void queue.next())),
    previous: () => leave(() => (bulk ? queue.turnPage(-1) : void queue.previous())),
    skip: () => leave(actions.skip),
    undo: () => {
      if (!actions.undoChange()) leave(() => rewrite(actions.undo));
    },
    redo: () => {
      if (!actions.redoChange()) leave(() => rewrite(actions.redo));
    },
    refresh: () => leave(() => void queue.reload()),
    guidelines: panels.toggleGuidelines,
    progress: panels.toggleProgress,
    may: {
      next: bulk ? queue.hasPage(1) : queue.current !== null,
      previous: bulk ? queue.hasPage(-1) : queue.hasPrevious,
      skip: !bulk && queue.current !== null,
      undo: actions.canUndo,
      redo: actions.canRedo,
    },
  });
  /** Switches to focus view (null) or to bulk view with this page size, from the current place on. */
  const showAs = (size: BulkSize | null) =>
    leave(() => void queue.show({ ...queue.committed, page: queue.page, size }));
  /** Opens one record in focus view. */
  const open = useLatest((recordId: string) =>
    leave(() => {
      if (queue.committed.size === null) openRecord(recordId);
      else void queue.show({ ...queue.committed, page: queue.page, size: null }, recordId);
    }),
  );
  return {
    queue,
    linkTo: address.linkTo,
    actions,
    drafts,
    panels,
    commands,
    leave,
    /** True while a bulk action runs. The code that runs it sets this, and the page asks before it is left. */
    writing,
    controls,
    goTo,
    showAs,
    open,
    /** Changes when the form of the current record must open again. */
    openings,
    ends,
  };
}

/** Loads the records that a changed address names. Writes the view on screen into the address, after it is painted. */
function useFollowAddress({ asked, tell, tellAfterPaint }: Address, queue: RecordQueueHandle, leave: Leave): void {
  const { committed, page, current, phase, show, open, recordId: record } = queue;
  const { criteria, size } = committed;
  const onScreen = current?.record.id;
  const shown = useRef<RecordsAddress>({ criteria, page, size, record });
  shown.current = { criteria, page, size, record };
  const settled = !queue.loading && (phase === "ready" || phase === "empty");
  const told = useRef<Pick<RecordsAddress, "criteria" | "size"> & { readonly onScreen: string | undefined }>(undefined);
  useEffect(() => {
    if (!settled) return;
    // If only the record's status changed (it became a draft), the history entry is replaced. The same record with other
    // filters gets a new entry.
    const before = told.current;
    const same = before?.criteria === criteria && before.size === size && before.onScreen === onScreen;
    tellAfterPaint({ criteria, page, size, record }, same && onScreen !== undefined);
    told.current = { criteria, size, onScreen };
  }, [tellAfterPaint, settled, criteria, page, size, record, onScreen]);

  const answered = useRef(asked);
  useEffect(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    const back = () => tell(shown.current);
    leave(() => {
      if (asked.record !== null && criteriaKey(asked.criteria) === criteriaKey(shown.current.criteria))
        open(asked.record);
      // If the load fails, the earlier records stay, so their address is restored (FQU-25).
      else void show(asked, asked.record).then(back);
    }, back);
  }, [asked, tell, leave, show, open]);
}

type Address = SpelledAddress<RecordsAddress> & {
  /** The absolute address that opens one record. */
  readonly linkTo: (recordId: string) => string;
};

const SPELLING = { read: readFeedbackAddress, write: writeFeedbackAddress };

/** The view of the page in its address (VST-02, VST-03, VST-06, VST-07). Entries of other parts of the page stay. */
function useAddress(): Address {
  const { history } = useRouter();
  const { asked, tell, tellAfterPaint } = useSpelledAddress(SPELLING);
  return useMemo(
    () => ({
      asked,
      tell,
      tellAfterPaint,
      linkTo: (recordId) => `${window.location.origin}${history.location.pathname}?record=${recordId}`,
    }),
    [asked, tell, tellAfterPaint, history],
  );
}
