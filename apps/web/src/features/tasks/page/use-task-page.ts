import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { type TaskReference, vectorsOfPage } from "@postil/domain/tasks/page-vectors";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { readTaskAddress, writeTaskAddress } from "@postil/domain/tasks/task-address";
import { FIRST_VIEW, modesOf, type TaskFilters, type TaskView } from "@postil/domain/tasks/task-view";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useUser } from "../../../lib/session/use-session.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { useSpelledAddress } from "../../../workbench/page/use-spelled-address.ts";
import { useNotedActions } from "../pace/use-noted-actions.ts";
import type { TaskAction } from "../saving/task-action.ts";
import { useSaveToasts } from "../saving/use-save-toasts.ts";
import { useTaskActions } from "../saving/use-task-actions.ts";
import type { TaskPage } from "./task-page-context.ts";
import { useLabelsAnew } from "./use-labels-anew.ts";
import { usePendingGuard } from "./use-pending-guard.tsx";
import { useRecountOnSave } from "./use-recount-on-save.ts";
import { countsOfFilters, forgetOtherSearches, refreshTaskResults, useTaskResults } from "./use-task-results.ts";

const SPELLING = { read: readTaskAddress, write: writeTaskAddress };

type PageSource = {
  dataset: KnownTaskDataset;
  labels: readonly GlobalLabel[];
  privileged: boolean;
  /** Told of what was done, once it shows. */
  onAction: (action: TaskAction, undone: boolean) => void;
  /** Whether who presses can have seen what the press would answer; the same from render to render. */
  isSeen: () => boolean;
};

/** What the page shows and what can be done on it: view, results, actions, and the question before edits are left. */
export function useTaskPageState({ dataset, labels, privileged, onAction, isSeen }: PageSource) {
  const client = useQueryClient();
  const username = useUser()?.username ?? "";
  // Records of an earlier visit are read anew.
  useState(() => forgetOtherSearches(client, dataset));
  const { view, show, asked } = useView(dataset);
  const [likeness, setLikeness] = useLikeness(asked);
  const found = useTaskResults(dataset, view, likeness);
  useRecountOnSave(dataset);
  const readLabels = useLabelsAnew(dataset);

  const undo = useRef<() => void>(nothing);
  const leaving = useRef(false);
  const datasetKey = taskDatasetKey(dataset.workspaceName, dataset.name);
  const told = useSaveToasts(useCallback(() => undo.current(), []));
  const noted = useNotedActions(datasetKey);
  const onDone = useLatest((action: TaskAction, undone: boolean) => {
    told(action, undone);
    noted(action, undone);
    // Where it goes on is chosen already.
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
      // What is like a record is asked for in the place of a search; a new search is not.
      if (change.filters !== undefined || change.mode === "labelling-rules") setLikeness(null);
      if (change.filters !== undefined || change.sort !== undefined) forgetOtherSearches(client, dataset);
      // Another mode begins where it begins for everybody (VST-04).
      const rules = change.mode === undefined ? view.rules : FIRST_VIEW.rules;
      show({ ...view, rules, page: 1, ...change });
    });
  });
  // A page that is not there any more, or never was (TSE-16).
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
  const showLike = useLatest((next: TaskReference | null) => guarded(() => setLikeness(next)));
  const countsFor = useCallback((filters: TaskFilters) => countsOfFilters(dataset, filters), [dataset]);
  const vectors = useMemo(() => vectorsOfPage(dataset.id, records), [dataset.id, records]);
  const page = useMemo(
    (): TaskPage => ({
      dataset,
      labels,
      view,
      changeView,
      ...found,
      countsFor,
      actions,
      privileged,
      refresh,
      likeness,
      showLike,
      vectors,
    }),
    [dataset, labels, view, changeView, found, countsFor, actions, privileged, refresh, likeness, showLike, vectors],
  );
  /** Past the question: what stood on the page was just validated or discarded. */
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

/** The view of the address, and how to show another one (VST-01 to VST-05). */
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

/** The record whose like are shown, until the address is changed by others. */
function useLikeness(asked: TaskView) {
  const [held, hold] = useState<{ readonly asked: TaskView; readonly likeness: TaskReference | null } | null>(null);
  const set = useLatest((likeness: TaskReference | null) => hold({ asked, likeness }));
  return [held?.asked === asked ? held.likeness : null, set] as const;
}

/** An unknown mode counts as the first one (TAN-12). */
const known = (view: TaskView, task: KnownTaskDataset["task"]): TaskView =>
  modesOf(task).includes(view.mode) ? view : { ...view, mode: "annotate" };
