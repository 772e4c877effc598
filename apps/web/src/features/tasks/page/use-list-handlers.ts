import { mayValidate, takesBack } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { lastTaskPage } from "@postil/domain/tasks/task-pages";
import type { RefObject } from "react";
import { focusRow, isRowInView } from "../../../workbench/bulk/focus-row.ts";
import type { SelectionControls } from "../../../workbench/bulk/use-selection.ts";
import { onActionOf } from "./after-action.ts";
import { type ListHandlers, useNewListCommands } from "./list-commands.ts";
import type { Panel } from "./use-panel.ts";
import type { useTaskPageState } from "./use-task-page.ts";

type ListSource = {
  state: ReturnType<typeof useTaskPageState>;
  selection: SelectionControls;
  list: RefObject<HTMLElement | null>;
  panel: Panel;
  /** Go on to the next record once one is validated or discarded (preference). */
  autoAdvance: boolean;
  /** The record that the cursor begins at once it is shown. */
  returning: RefObject<string | null>;
  /** The cursor stands on a record that nobody chose, or that was out of view. */
  onArrival: () => void;
};

/** The commands of the list, and where the cursor goes after an action. */
export function useListHandlers({ state, selection, list, panel, autoAdvance, returning, onArrival }: ListSource) {
  const { page, actions, canUndo, canRedo } = state;
  const { view, results, changeView, likeness } = page;
  const records = results?.records ?? [];
  // None while others are on their way: a key pressed twice is not meant for the record that is about to go.
  const record = page.isLoading ? null : (records.find(({ key }) => key === selection.cursor) ?? null);
  const last = likeness === null ? lastTaskPage(results?.total ?? 0, view.size) : 1;
  const annotates = view.mode === "annotate";
  const turn = (step: 1 | -1) => changeView({ page: view.page + step });
  const move = (step: 1 | -1) => {
    const next = selection.moveCursor(step);
    if (!isRowInView(list.current, next)) onArrival();
    focusRow(list.current, next);
  };
  const chosen = records.filter(({ key }) => selection.selection.chosen.has(key));
  /** What the keys of the actions are for: what is selected, else the cursor record (TST-18). */
  const meant = page.isLoading ? [] : chosen.length > 0 ? chosen : record === null ? [] : [record];
  const withMeant = (act: (records: readonly ShownTaskRecord[]) => void) => () => act(meant);
  const may = {
    previousPage: likeness === null && view.page > 1,
    nextPage: view.page < last,
    undo: canUndo,
    redo: canRedo,
  };
  const handlers: ListHandlers = {
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
      if (name in may) return may[name as keyof typeof may]; // one of them
      if (name === "validate") return annotates && (takesBack("validate", meant) || meant.some(mayValidate));
      if (name === "toggle" || name === "selectPage") return annotates && view.size > 1;
      return name === "panel" || name === "refresh" || name === "up" || name === "down" || annotates;
    },
  };
  const commands = useNewListCommands(handlers);

  return { commands, onAction: onActionOf({ state, selection, list, autoAdvance, returning, onArrival, last }) };
}
