import { isLabeled, type KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { sameJson } from "@postil/domain/objects";
import type { GlobalLabel, TaskSettings } from "@postil/domain/tasks/labels";
import { isPending } from "@postil/domain/tasks/record-edit";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { type ShownTaskRecord, type TaskReference, vectorsOfPage } from "@postil/domain/tasks/shown-record";
import { readTaskAddress, writeTaskAddress } from "@postil/domain/tasks/task-address";
import { FIRST_VIEW, modesOf, type TaskFilters, type TaskView } from "@postil/domain/tasks/task-view";
import { useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { t } from "i18next";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { taskSettingsKey } from "../../../lib/api/queries/task-dataset.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { useUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useSpelledAddress } from "../../../workbench/frame/use-spelled-address.ts";
import { useSaveToasts } from "../saving/use-save-toasts.ts";
import type { TaskAction } from "../saving/use-task-actions.ts";
import { type TaskActions, useNotedActions, useTaskActions } from "../saving/use-task-actions.ts";
import type { TaskPage } from "./task-page-context.ts";
import {
  countsOfFilters,
  forgetOtherSearches,
  recountTaskResults,
  refreshTaskResults,
  useTaskResults,
} from "./use-task-results.ts";

const SPELLING = { read: readTaskAddress, write: writeTaskAddress };

type PageSource = {
  dataset: KnownTaskDataset;
  labels: readonly GlobalLabel[];
  privileged: boolean;
  /** Called for each action, once it is shown. */
  onAction: (action: TaskAction, undone: boolean) => void;
  /** True if the user can have seen the record that the key press would answer; stable between renders. */
  isSeen: () => boolean;
};

/** The state of the page: view, results, actions, and the question before edits are left. */
export function useTaskPageState({ dataset, labels, privileged, onAction, isSeen }: PageSource) {
  const client = useQueryClient();
  const username = useUser()?.username ?? "";
  // Records of an earlier visit are loaded again.
  useState(() => forgetOtherSearches(client, dataset));
  const { view, show, asked } = useView(dataset);
  const [similarTo, setSimilarTo] = useSimilarTo(asked);
  const found = useTaskResults(dataset, view, similarTo);
  useRecountOnSave(dataset);
  const readLabels = useLabelsAnew(dataset);

  const undo = useRef<() => void>(nothing);
  const leaving = useRef(false);
  const datasetKey = taskDatasetKey(dataset.workspaceName, dataset.name);
  const told = useSaveToasts(
    datasetKey,
    useCallback(() => undo.current(), []),
  );
  const noted = useNotedActions(datasetKey);
  const onDone = useLatest((action: TaskAction, undone: boolean) => {
    told(action, undone);
    noted(action, undone);
    // The next page is already chosen.
    if (!leaving.current) onAction(action, undone);
  });
  const { actions, canUndo, canRedo } = useTaskActions({
    datasetKey,
    username,
    viewNow: useLatest(() => view),
    onAction: onDone,
    isSeen,
  });
  undo.current = actions.undo;

  const records = found.results?.records ?? NONE;
  const { guarded, question } = usePendingGuard(records, actions, leaving);
  const changeView = useLatest((change: Partial<TaskView>) => {
    guarded(() => {
      // A similarity search replaces the search; a new search ends it.
      if (change.filters !== undefined || change.mode === "labelling-rules") setSimilarTo(null);
      if (change.filters !== undefined || change.sort !== undefined) forgetOtherSearches(client, dataset);
      // Another mode starts in its default state (VST-04).
      const rules = change.mode === undefined ? view.rules : FIRST_VIEW.rules;
      show({ ...view, rules, page: 1, ...change });
    });
  });
  // The page no longer exists, or never did (TSE-16).
  const isBehind = found.results !== null && !found.isLoading && records.length === 0 && view.page > 1;
  useEffect(() => {
    if (isBehind) show((now) => ({ ...now, page: 1 }));
  }, [isBehind, show]);
  const refresh = useLatest(() =>
    guarded(() => {
      readLabels();
      void refreshTaskResults(client, dataset);
    }),
  );
  const showSimilarTo = useLatest((next: TaskReference | null) => guarded(() => setSimilarTo(next)));
  const countsFor = useCallback((filters: TaskFilters) => countsOfFilters(dataset, filters), [dataset]);
  const vectors = useMemo(() => vectorsOfPage(dataset.id, records), [dataset.id, records]);
  const page = useMemo(
    (): TaskPage => ({
      ...{ dataset, labels, privileged, view, changeView, ...found, countsFor },
      ...{ actions, refresh, similarTo, showSimilarTo, vectors },
    }),
    [
      dataset,
      labels,
      privileged,
      view,
      changeView,
      found,
      countsFor,
      actions,
      refresh,
      similarTo,
      showSimilarTo,
      vectors,
    ],
  );
  /** Skips the question, because the records of the page were just validated or discarded. */
  const showPage = (next: number) => show({ ...view, page: next });
  const showAgain = (earlier: TaskView, onGo: () => void) =>
    guarded(() => {
      onGo();
      show(earlier);
    });
  return { page, actions, canUndo, canRedo, question, showPage, showAgain };
}

const NONE = [] as const;
const nothing = () => undefined;

/** The view in the address, and a function to show another one (VST-01 to VST-05). */
function useView({ task }: KnownTaskDataset) {
  const { asked, tell } = useSpelledAddress(SPELLING);
  const [view, setView] = useState(() => known(asked, task));
  const shown = useRef(asked);
  if (shown.current !== asked) {
    shown.current = asked;
    setView(known(asked, task));
  }
  useEffect(() => tell(view), [view, tell]);
  return { view, show: setView, asked };
}

/** The reference record of a similarity search, until something else changes the address. */
function useSimilarTo(asked: TaskView) {
  const [held, hold] = useState<{ readonly asked: TaskView; readonly similarTo: TaskReference | null } | null>(null);
  const set = useLatest((similarTo: TaskReference | null) => hold({ asked, similarTo }));
  return [held?.asked === asked ? held.similarTo : null, set] as const;
}

/** An unknown mode becomes the first mode (TAN-12). */
const known = (view: TaskView, task: KnownTaskDataset["task"]): TaskView =>
  modesOf(task).includes(view.mode) ? view : { ...view, mode: "annotate" };

/**
 * Loads the labels again when the server refuses a chosen label: another user has changed the labels, and with them the keys.
 * Returns a function to load them at other times.
 */
function useLabelsAnew(dataset: KnownTaskDataset): () => void {
  const client = useQueryClient();
  const outbox = useOutboxService();
  const readAnew = useLatest(() => {
    if (!isLabeled(dataset)) return;
    const queryKey = taskSettingsKey(dataset);
    const schema = () => client.getQueryData<TaskSettings | null>(queryKey)?.labelSchema ?? null;
    const before = schema();
    const told = () => {
      if (!sameJson(before, schema())) notify({ message: t("tasks.labelsChanged"), type: "info" });
    };
    void client.invalidateQueries({ queryKey }).then(told);
  });
  useEffect(() => {
    const key = taskDatasetKey(dataset.workspaceName, dataset.name);
    const refused = () =>
      [...outbox.state().entries.values()].filter(
        ({ datasetId, failure }) => datasetId === key && failure?.kind === "refused",
      );
    let known = new Set(refused().map(({ intentId }) => intentId));
    return outbox.onChange(() => {
      const now = refused();
      const isNew = now.some(({ intentId }) => !known.has(intentId));
      known = new Set(now.map(({ intentId }) => intentId));
      if (isNew) readAnew();
    });
  }, [outbox, dataset, readAnew]);
  return readAnew;
}

/** The delay in ms between the last of several saves and the new counts: the records of a page are saved one by one. */
const SETTLED = 300;

/** Loads counts and progress again after saves (TSE-18), also after saves in other tabs of this user. */
function useRecountOnSave(dataset: KnownTaskDataset): void {
  const client = useQueryClient();
  const outbox = useOutboxService();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const key = taskDatasetKey(dataset.workspaceName, dataset.name);
    const stop = outbox.onDelivered(({ datasetId }) => {
      if (datasetId !== key) return;
      clearTimeout(timer);
      timer = setTimeout(() => recountTaskResults(client, dataset), SETTLED);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, outbox, dataset]);
}

const PendingQuestion = lazyPart(() => import("./pending-question.tsx"));

const editOf = ({ key, answer }: ShownTaskRecord): string => JSON.stringify([key, answer]);

/**
 * Asks about edited records that are not validated before other records replace them, by any way: the page's own controls,
 * links, back and forward (TST-09, TOA-15). `leaving` is true while the chosen action runs.
 */
function usePendingGuard(records: readonly ShownTaskRecord[], actions: TaskActions, leaving: RefObject<boolean>) {
  const pending = records.filter(isPending);
  // Another site or a closed window is not this page's to ask about: the browser does (ERR-11).
  useUnsaved("edited-records", pending.length > 0);
  const now = useLatest(() => pending);
  /** The edits that the user chose to leave, kept on the device: the question is not asked again for them (TST-09). */
  const left = useRef<readonly string[]>([]);
  const isLeft = useLatest(() => sameJson(now().map(editOf), left.current));
  const [asked, setAsked] = useState<{ readonly go: () => void; readonly stay: () => void } | null>(null);
  const guarded = useCallback(
    (go: () => void) => {
      if (now().length === 0 || isLeft()) go();
      else setAsked({ go, stay: nothing });
    },
    [now, isLeft],
  );
  const blocker = useBlocker({
    // If the page only updates its own address, this is not leaving, so it is not blocked.
    shouldBlockFn: ({ current, next }) =>
      !isLeft() && (current.pathname !== next.pathname || !sameJson(current.search, next.search)),
    disabled: pending.length === 0,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const asking = asked ?? (blocker.status === "blocked" ? { go: blocker.proceed, stay: blocker.reset } : null);
  const answer = (then: () => void) => {
    setAsked(null);
    then();
  };
  const leave = (what: () => void, then: () => void) => {
    leaving.current = true;
    left.current = pending.map(editOf);
    try {
      what();
    } finally {
      leaving.current = false;
    }
    answer(then);
  };
  return {
    /** Runs `go` if nothing on the page waits to be validated; otherwise asks first (TST-12, TST-13). */
    guarded,
    question: asking !== null && (
      <PendingQuestion
        count={pending.length}
        onGo={() => leave(nothing, asking.go)}
        onValidate={() => leave(() => actions.validate(pending), asking.go)}
        onStay={() => answer(asking.stay)}
        whenMissing={() => answer(asking.stay)}
      />
    ),
  };
}
