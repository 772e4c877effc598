import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { sameJson } from "@postil/domain/objects";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { isAnswered, mayValidate, rowActions, sharedActions, takesBack } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { lastTaskPage, type TaskMode } from "@postil/domain/tasks/task-view";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useSeen } from "../../../lib/presses.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { focusRow, isRowInView, type SelectionControls, showRow, useSelection } from "../../../workbench/list/rows.tsx";
import type { TaskAction } from "../saving/use-task-actions.ts";
import { useNewListCommands } from "./task-commands.ts";
import { useTaskPageState } from "./use-task-page.tsx";

const NONE: readonly ShownTaskRecord[] = [];

/** The records of the page with cursor and selection, and their commands. */
export function useList(source: { dataset: KnownTaskDataset; labels: readonly GlobalLabel[]; privileged: boolean }) {
  const [autoAdvance] = usePreference("autoAdvance");
  const advance = useRef<(action: TaskAction, undone: boolean) => void>(() => undefined);
  const seen = useRef<() => boolean>(() => true);
  const state = useTaskPageState({
    ...source,
    onAction: (...done) => advance.current(...done),
    isSeen: useLatest(() => seen.current()),
  });
  const { page, question } = state;
  const { view, similarTo } = page;
  const records = page.results?.records ?? NONE;
  const list = useRef<HTMLDivElement>(null);
  const inList = useRef(false);
  const noteFocus = useCallback((isIn: boolean) => {
    inList.current = isIn;
  }, []);
  const { filters, sort, size } = view;
  // While records load, the earlier ones stay, and both pages may begin with the same record.
  const pageKey = JSON.stringify([filters, sort, view.page, size, similarTo?.id, page.isLoading, records[0]?.key]);
  const annotates = view.mode === "annotate";
  /** Set before the view changes, and cleared once the new view is shown, with or without the record. */
  const returning = useRef<string | null>(null);
  const first =
    records.find(({ key }) => key === returning.current) ??
    (annotates ? records.find((record) => !isAnswered(record)) : undefined);
  const selection = useSelection(
    pageKey,
    records.map(({ key }) => key),
    first?.key,
  );
  const panel = usePanel(view.mode);
  const [arrivals, setArrivals] = useState(0);
  seen.current = useSeen(pageKey, `${pageKey} ${arrivals}`);
  const onArrival = () => setArrivals((before) => before + 1);
  const last = similarTo === null ? lastTaskPage(page.results?.total ?? 0, size) : 1;
  const parts = { state, selection, list, last, onArrival };
  const commands = useListHandlers({ ...parts, panel });
  advance.current = onActionOf({ ...parts, autoAdvance, returning });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top, or where its cursor is
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: 0 });
    showRow(list.current, selection.cursor);
    // The focused element may be gone with its row.
    if (inList.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [pageKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also where another view has the same records
  useLayoutEffect(() => {
    if (!page.isLoading) returning.current = null;
  }, [view, page.isLoading]);
  // While other records load, no key may reach a record that is about to be replaced.
  const cursor = page.isLoading ? null : selection.cursor;
  const rests = !page.isLoading && selection.cursor === null && annotates && records.length > 0;
  const waiting = rests ? records.filter((record) => !isAnswered(record)).length : null;
  const { chosen } = selection.selection;
  const selected = records.filter(({ key }) => chosen.has(key));
  return { page, question, records, list, selection, cursor, waiting, noteFocus, selected, panel, commands };
}

type ListParts = {
  state: ReturnType<typeof useTaskPageState>;
  selection: SelectionControls;
  list: RefObject<HTMLElement | null>;
  last: number;
  /** Called when the cursor moves to a record that the user did not choose, or that was out of view. */
  onArrival: () => void;
};

function useListHandlers({ state, selection, list, last, onArrival, panel }: ListParts & { panel: Panel }) {
  const { page, actions, canUndo, canRedo } = state;
  const { view, results, changeView, similarTo } = page;
  const records = results?.records ?? NONE;
  // Null while other records load: a key pressed twice must not reach a record that is about to be replaced.
  const record = page.isLoading ? null : (records.find(({ key }) => key === selection.cursor) ?? null);
  const annotates = view.mode === "annotate";
  const turn = (step: 1 | -1) => changeView({ page: view.page + step });
  const move = (step: 1 | -1) => {
    const next = selection.moveCursor(step);
    if (!isRowInView(list.current, next)) onArrival();
    focusRow(list.current, next);
  };
  const chosen = records.filter(({ key }) => selection.selection.chosen.has(key));
  /** The targets of the action keys: the selected records, else the cursor record (TST-18). */
  const meant = page.isLoading ? [] : chosen.length > 0 ? chosen : record === null ? [] : [record];
  /** A key does only what a button names: of the strip for selected records, of its row for the cursor record (TST-21). */
  const offered: readonly string[] = chosen.length > 0 ? sharedActions(chosen) : meant.flatMap(rowActions);
  const withMeant = (act: (records: readonly ShownTaskRecord[]) => void) => () => act(meant);
  const may = {
    previousPage: similarTo === null && view.page > 1,
    nextPage: view.page < last,
    undo: canUndo,
    redo: canRedo,
  };
  return useNewListCommands({
    previousPage: () => turn(-1),
    nextPage: () => turn(1),
    up: () => move(-1),
    down: () => move(1),
    toggle: () => record !== null && selection.toggle(record.key),
    selectPage: selection.selectPage,
    validate: withMeant(actions.validate),
    discard: withMeant(actions.discard),
    clear: withMeant(actions.clear),
    reset: withMeant(actions.reset),
    undo: actions.undo,
    redo: actions.redo,
    panel: panel.toggle,
    refresh: page.refresh,
    may: (name) => {
      if (name in may) return may[name as keyof typeof may]; // one of these names
      if (ACTIONS.has(name) && !(annotates && offered.includes(name))) return false;
      if (name === "validate") return takesBack("validate", meant) || meant.some(mayValidate);
      if (name === "toggle" || name === "selectPage") return annotates && view.size > 1;
      return name === "panel" || name === "refresh" || name === "up" || name === "down" || annotates;
    },
  });
}

/** The commands that have a button beside a record. */
const ACTIONS: ReadonlySet<string> = new Set(["validate", "discard", "clear", "reset"]);

type Kinds = ReadonlySet<TaskAction["kind"]>;

/** Finished records are unselected (TST-05, TST-06). */
const UNSELECTS: Kinds = new Set(["validated", "discarded", "unvalidated", "undiscarded", "annotationReset", "reset"]);
const GOES_ON: Kinds = new Set(["validated", "discarded"]);

type AfterAction = ListParts & {
  /** Move to the next record after one is validated or discarded (preference). */
  autoAdvance: boolean;
  /** The record where the cursor starts once it is shown. */
  returning: RefObject<string | null>;
};

/** Moves cursor and selection after an action (design/tasks.md#list). */
function onActionOf({ state, selection, list, last, onArrival, autoAdvance, returning }: AfterAction) {
  const { page, showPage, showAgain } = state;
  const { view } = page;
  const records = page.results?.records ?? NONE;

  function goOn(from: string): void {
    if (records.at(-1)?.key !== from) {
      focusRow(list.current, selection.moveCursor(1));
      onArrival();
      return;
    }
    const waits = records.some((other) => other.key !== from && !isAnswered(other));
    if (view.page < last && !waits) {
      showPage(view.page + 1);
      return;
    }
    // Otherwise the next key would answer the same record again.
    selection.restCursor();
    list.current?.focus({ preventScroll: true });
  }

  /** An undo or redo shows its record. */
  function returnTo(key: string, at: TaskAction["view"]): void {
    if (records.some((one) => one.key === key)) {
      selection.setCursor(key);
      onArrival();
      if (!isInTextOf(key)) focusRow(list.current, key);
    } else if (!sameJson(at, view)) {
      showAgain(at, () => {
        returning.current = key;
      });
    }
  }

  return ({ kind, changes, view: at }: TaskAction, undone: boolean): void => {
    const [only] = changes;
    if (only === undefined) return;
    // A redone action may also belong to another page.
    if (undone || !records.some(({ key }) => key === only.key)) {
      returnTo(only.key, at);
      return;
    }
    if (UNSELECTS.has(kind)) selection.unselect(changes.map(({ key }) => key));
    if (autoAdvance && GOES_ON.has(kind) && changes.length === 1 && only.key === selection.cursor) goOn(only.key);
  };
}

/** A user who moves through the words of this record stays there. */
const isInTextOf = (key: string): boolean =>
  document.activeElement?.closest("[data-word-mode]")?.closest("[data-record]")?.getAttribute("data-record") === key;

/** At this width or more, the panel opens by itself, px (design/tasks.md#panel). */
const WIDE = "(min-width: 1500px)";

export type Panel = ReturnType<typeof usePanel>;

/** The panel beside the list: opens by itself if there is room, on Progress in annotate mode, else on Stats. */
function usePanel(mode: TaskMode) {
  type Tab = "progress" | "stats";
  const [open, setOpen] = useState(() => window.matchMedia(WIDE).matches);
  const [chosen, setChosen] = useState<{ readonly mode: TaskMode; readonly tab: Tab } | null>(null);
  const tab: Tab = chosen?.mode === mode ? chosen.tab : mode === "annotate" ? "progress" : "stats";
  return { open, tab, toggle: () => setOpen((is) => !is), show: (tab: Tab) => setChosen({ mode, tab }) };
}
