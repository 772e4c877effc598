import {
  type BulkSelection,
  leaveAllMatches,
  NOTHING_SELECTED,
  selectAllMatches,
  selectOnly,
  selectPage,
  selectRange,
  togglePage,
  toggleRecord,
  withoutRecords,
} from "@postil/domain/bulk/bulk-selection";
import { type MouseEvent, useMemo, useRef, useState } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { cx } from "../../ui/cx.ts";

export type SelectionControls = ReturnType<typeof useSelection>;
/** The changes that a row makes to selection and cursor. */
export type RowHandlers = Pick<SelectionControls, "toggle" | "range" | "setCursor">;

/**
 * The selection and the record cursor. Both are reset when other records are on the page (FBU-13). `start`: the first cursor
 * position; null: on no record.
 */
export function useSelection(pageKey: string, page: readonly string[], start: string | null = page[0] ?? null) {
  const [held, setHeld] = useState({ pageKey, selection: NOTHING_SELECTED, cursor: start });
  const current = held.pageKey === pageKey ? held : { pageKey, selection: NOTHING_SELECTED, cursor: start };
  if (current !== held) setHeld(current);
  // The latest state, also between two key presses without a render.
  const now = useRef({ ...current, page });
  now.current = { ...current, page };

  const functions = useMemo(() => {
    const set = (selection: BulkSelection, cursor = now.current.cursor) => {
      now.current = { ...now.current, selection, cursor };
      setHeld({ pageKey: now.current.pageKey, selection, cursor });
    };
    return {
      toggle: (recordId: string) => set(toggleRecord(now.current.selection, recordId), recordId),
      range: (recordId: string) => set(selectRange(now.current.selection, now.current.page, recordId), recordId),
      togglePage: () => set(togglePage(now.current.selection, now.current.page)),
      selectPage: () => set(selectPage(now.current.selection, now.current.page)),
      includeAllMatches: () => set(selectAllMatches(now.current.selection)),
      leaveAllMatches: () => set(leaveAllMatches(now.current.selection)),
      only: (recordIds: readonly string[]) => set(selectOnly(recordIds)),
      unselect: (recordIds: readonly string[]) => set(withoutRecords(now.current.selection, recordIds)),
      clear: () => set(NOTHING_SELECTED),
      setCursor: (recordId: string) => set(now.current.selection, recordId),
      /** Removes the cursor, so keys reach no record until it is moved or set. */
      restCursor: () => set(now.current.selection, null),
      /**
       * Moves the cursor by one record; without a cursor it goes to the first or last. Returns the new position, null without
       * records.
       */
      moveCursor: (step: 1 | -1): string | null => {
        const { page: ids, cursor } = now.current;
        const outside = step === 1 ? -1 : ids.length;
        const at = cursor === null ? outside : ids.indexOf(cursor);
        const next = ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null;
        if (next !== null) set(now.current.selection, next);
        return next;
      },
    };
  }, []);
  return useMemo(
    () => ({ ...functions, selection: current.selection, cursor: current.cursor }),
    [functions, current.selection, current.cursor],
  );
}

/** Scrolls to the record's row and focuses it. */
export function focusRow(list: HTMLElement | null, recordId: string | null): void {
  rowOf(list, recordId)?.focus({ preventScroll: true });
  showRow(list, recordId);
}

export function showRow(list: HTMLElement | null, recordId: string | null): void {
  rowOf(list, recordId)?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** True if a part of the row is visible. */
export function isRowInView(list: HTMLElement | null, recordId: string | null): boolean {
  const row = rowOf(list, recordId)?.getBoundingClientRect();
  const view = list?.getBoundingClientRect();
  return row != null && view != null && row.top < view.bottom && row.bottom > view.top;
}

const rowOf = (list: HTMLElement | null, recordId: string | null) =>
  recordId === null ? null : list?.querySelector<HTMLElement>(`[data-record="${CSS.escape(recordId)}"]`);

/** The look of the rows of any list: a thin line between two, and the accent line at the cursor's row. */
export const rowClass = (isCursor: boolean): string =>
  cx(
    "group/row relative grid -outline-offset-2! not-first:shadow-[inset_0_1px_0_var(--line)]",
    isCursor && "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent",
  );

/**
 * Tab moves only through the cursor's row. Set on the elements directly, because there are many kinds of controls, and some
 * appear later.
 */
export function setTabStops(row: HTMLElement | null, isCursor: boolean): void {
  const controls = row?.querySelectorAll<HTMLElement>("a, button, input, textarea") ?? [];
  for (const control of controls) if (!isCursor || control.tabIndex < 0) control.tabIndex = isCursor ? 0 : -1;
}

type ShiftHeld = { readonly shiftKey: boolean };

/** A click selects or unselects a record; with Shift it selects all from the last one on. */
export function selectBy(handlers: RowHandlers, recordId: string, { shiftKey }: ShiftHeld): void {
  if (shiftKey) handlers.range(recordId);
  else handlers.toggle(recordId);
}

type SelectBoxProps = { selected: boolean; label: string; onSelect: (by: ShiftHeld) => void };

export function SelectBox({ selected, label, onSelect }: SelectBoxProps) {
  const shiftKey = useRef(false);
  // A click without a pointer comes from a key: Space selects this record alone, with Shift too.
  const remember = (event: MouseEvent<HTMLElement, PointerEvent>) => {
    shiftKey.current = event.shiftKey && event.nativeEvent.pointerType !== "";
  };
  return (
    // The checkbox only reports a change. The click before it tells if Shift was held.
    // biome-ignore lint/a11y/noStaticElementInteractions: the box inside is the control
    <span onClickCapture={remember} onMouseDown={keepText}>
      <Checkbox hideLabel label={label} checked={selected} onChange={() => onSelect({ shiftKey: shiftKey.current })} />
    </span>
  );
}

/** Otherwise a Shift click would select the text between the two clicks. */
export function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
