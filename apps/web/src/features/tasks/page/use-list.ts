import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { useCallback, useLayoutEffect, useRef } from "react";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useSelection } from "../../../workbench/bulk/use-selection.ts";
import type { TaskAction } from "../saving/action-log.ts";
import { useListHandlers } from "./use-list-handlers.ts";
import { usePanel } from "./use-panel.ts";
import { useTaskPageState } from "./use-task-page.ts";

const NONE: readonly ShownTaskRecord[] = [];

type ListSource = { dataset: KnownTaskDataset; labels: readonly GlobalLabel[]; privileged: boolean };

/** The records of the page with cursor and selection, and what can be done with them by key. */
export function useList(source: ListSource) {
  const [autoAdvance] = usePreference("autoAdvance");
  const advance = useRef<(action: TaskAction, undone: boolean) => void>(() => undefined);
  const state = useTaskPageState({ ...source, onAction: (...done) => advance.current(...done) });
  const { page, question } = state;
  const { view, likeness } = page;
  const records = page.results?.records ?? NONE;
  const list = useRef<HTMLDivElement>(null);
  const inList = useRef(false);
  const noteFocus = useCallback((isIn: boolean) => {
    inList.current = isIn;
  }, []);
  const pageKey = JSON.stringify([view.filters, view.sort, view.page, view.size, likeness?.id, records[0]?.key]);
  const selection = useSelection(
    pageKey,
    records.map(({ key }) => key),
  );
  const panel = usePanel(view.mode);
  const { commands, onAction } = useListHandlers({ state, selection, list, panel, autoAdvance });
  advance.current = onAction;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: 0 });
    // What had the focus may have gone with its row.
    if (inList.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [pageKey]);
  // While others are on their way, no key reaches a record that is about to go.
  const cursor = page.isLoading ? null : selection.cursor;
  const { chosen } = selection.selection;
  const selected = records.filter(({ key }) => chosen.has(key));
  return { page, question, records, list, selection, cursor, noteFocus, selected, panel, commands };
}
