import { type AnswerForm, isModified } from "@postil/domain/answers/answer-form";
import { holdsBack } from "@postil/domain/queue/queue";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { readFeedbackAddress, writeFeedbackAddress } from "@postil/domain/search/feedback-address";
import { criteriaKey, type RecordsAddress } from "@postil/domain/search/record-criteria";
import type { BulkSize } from "@postil/domain/search/records-address";
import { useRouter } from "@tanstack/react-router";
import { t } from "i18next";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTellsAhead } from "../../../lib/connection/records-ahead.ts";
import { useDrafts } from "../../../lib/drafts/use-drafts.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { type SpelledAddress, useSpelledAddress } from "../../../workbench/frame/use-spelled-address.ts";
import { useCriteriaControls } from "../queue/criteria-controls.ts";
import { type Leave, useLeaving } from "../queue/leaving.ts";
import { type RecordQueueHandle, useRecordQueue } from "../queue/use-record-queue.ts";
import { useResponseActions } from "../queue/use-response-actions.ts";
import { recordsApi } from "../wire/records-api.ts";
import { useKnownParts } from "./dataset-parts.ts";
import { usePanels } from "./foot.tsx";
import { usePageCommands } from "./page-commands.ts";

/**
 * The queue, its history of actions, and the commands to move in it: the part of the page that does not depend on one record.
 * `formRef`: the form of the record on screen.
 */
export function useAnnotation(datasetId: string, formRef: RefObject<AnswerForm>) {
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
