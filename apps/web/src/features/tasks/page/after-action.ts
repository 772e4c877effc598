import { sameJson } from "@postil/domain/same-json";
import { isAnswered } from "@postil/domain/tasks/record-edit";
import type { RefObject } from "react";
import { focusRow } from "../../../workbench/bulk/focus-row.ts";
import type { SelectionControls } from "../../../workbench/bulk/use-selection.ts";
import type { TaskAction } from "../saving/task-action.ts";
import type { useTaskPageState } from "./use-task-page.ts";

type Kinds = ReadonlySet<TaskAction["kind"]>;

/** What was done with is not selected any more (TST-05, TST-06). */
const UNSELECTS: Kinds = new Set(["validated", "discarded", "unvalidated", "undiscarded", "annotationReset", "reset"]);
const GOES_ON: Kinds = new Set(["validated", "discarded"]);

type AfterAction = {
  state: ReturnType<typeof useTaskPageState>;
  selection: SelectionControls;
  list: RefObject<HTMLElement | null>;
  /** Go on to the next record once one is validated or discarded (preference). */
  autoAdvance: boolean;
  /** The record that the cursor begins at once it is shown. */
  returning: RefObject<string | null>;
  /** The cursor stands on a record that nobody chose. */
  onArrival: () => void;
  /** the number of the last page */
  last: number;
};

/** Where cursor and selection go after an action (design/tasks.md#list). */
export function onActionOf({ state, selection, list, autoAdvance, returning, onArrival, last }: AfterAction) {
  const { page, showPage, showAgain } = state;
  const { view } = page;
  const records = page.results?.records ?? [];

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
    // Else the next key would answer again what was just answered.
    selection.restCursor();
    list.current?.focus({ preventScroll: true });
  }

  /** Who takes something back, or does it once more, sees what. */
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
    // What is done once more may be of another page too.
    if (undone || !records.some(({ key }) => key === only.key)) {
      returnTo(only.key, at);
      return;
    }
    if (UNSELECTS.has(kind)) selection.unselect(changes.map(({ key }) => key));
    if (autoAdvance && GOES_ON.has(kind) && changes.length === 1 && only.key === selection.cursor) goOn(only.key);
  };
}

/** Whoever goes through the record word by word stays where they are. */
const isInTextOf = (key: string): boolean =>
  document.activeElement?.closest("[data-word-mode]")?.closest("[data-record]")?.getAttribute("data-record") === key;
