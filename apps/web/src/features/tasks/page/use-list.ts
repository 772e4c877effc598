import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { isAnswered } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { usePreference } from "../../../lib/preferences/use-preference.ts";
import { useSeen } from "../../../lib/presses/use-seen.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { showRow } from "../../../workbench/bulk/focus-row.ts";
import { useSelection } from "../../../workbench/bulk/use-selection.ts";
import type { TaskAction } from "../saving/task-action.ts";
import { useListHandlers } from "./use-list-handlers.ts";
import { usePanel } from "./use-panel.ts";
import { useTaskPageState } from "./use-task-page.ts";

const NONE: readonly ShownTaskRecord[] = [];

type ListSource = { dataset: KnownTaskDataset; labels: readonly GlobalLabel[]; privileged: boolean };

/** The records of the page with cursor and selection, and what can be done with them by key. */
export function useList(source: ListSource) {
  const [autoAdvance] = usePreference("autoAdvance");
  const advance = useRef<(action: TaskAction, undone: boolean) => void>(() => undefined);
  const seen = useRef<() => boolean>(() => true);
  const state = useTaskPageState({
    ...source,
    onAction: (...done) => advance.current(...done),
    isSeen: useLatest(() => seen.current()),
  });
  const { page, question } = state;
  const { view, likeness } = page;
  const records = page.results?.records ?? NONE;
  const list = useRef<HTMLDivElement>(null);
  const inList = useRef(false);
  const noteFocus = useCallback((isIn: boolean) => {
    inList.current = isIn;
  }, []);
  const { filters, sort, size } = view;
  // Until the asked ones are there the earlier ones stand, and both may begin with the same.
  const pageKey = JSON.stringify([filters, sort, view.page, size, likeness?.id, page.isLoading, records[0]?.key]);
  const annotates = view.mode === "annotate";
  /** Set on the way to another view and let go of once that is shown, whether it has the record or not. */
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
  const { commands, onAction } = useListHandlers({
    ...{ state, selection, list, panel, autoAdvance, returning, onArrival },
  });
  advance.current = onAction;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top, or where its cursor is
  useLayoutEffect(() => {
    list.current?.scrollTo({ top: 0 });
    showRow(list.current, selection.cursor);
    // What had the focus may have gone with its row.
    if (inList.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [pageKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also where another view has the same records
  useLayoutEffect(() => {
    if (!page.isLoading) returning.current = null;
  }, [view, page.isLoading]);
  // While others are on their way, no key reaches a record that is about to go.
  const cursor = page.isLoading ? null : selection.cursor;
  const rests = !page.isLoading && selection.cursor === null && annotates && records.length > 0;
  const waiting = rests ? records.filter((record) => !isAnswered(record)).length : null;
  const { chosen } = selection.selection;
  const selected = records.filter(({ key }) => chosen.has(key));
  return { page, question, records, list, selection, cursor, waiting, noteFocus, selected, panel, commands };
}
