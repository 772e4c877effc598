import { type RefObject, useEffect, useRef } from "react";

/** When a control removes its own entry, it loses the focus. The focus then moves to the first remaining button. */
export function useFocusKept(list: RefObject<HTMLElement | null>, count: number, onNone?: () => void): void {
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (!fewer || document.activeElement !== document.body) return;
    if (count === 0) onNone?.();
    else list.current?.querySelector("button")?.focus();
  }, [list, count, onNone]);
}

/** Floating elements are opened from a row, so while they have the focus that row stays the current one. */
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

type Rows = readonly { readonly id: string }[];

/**
 * Keeps the focus at the current row. After a dialog or a menu closes, the focus returns to the row's own button. If the row
 * is gone, it moves to the row in its place. A row is identified by its `data-row`, which a `ListTable` sets. `onNone`: called
 * when no row is left.
 */
export function useRowFocus(place: RefObject<HTMLElement | null>, rows: Rows, onNone: () => void): void {
  const last = useRef<{ readonly id: string; readonly at: number } | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const above = target.closest(ABOVE);
      if (above !== null && !above.contains(place.current)) return;
      const row = place.current?.contains(target) ? target.closest<HTMLElement>("[data-row]") : null;
      const id = row?.dataset.row;
      last.current = id === undefined ? null : { id, at: rows.findIndex((one) => one.id === id) };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [place, rows]);

  // Runs after each render: the dialog closes in one render, the row may go in a later one.
  useEffect(() => {
    const from = last.current;
    if (from === null || document.activeElement !== document.body) return;
    const next = rows.find(({ id }) => id === from.id) ?? rows[Math.min(from.at, rows.length - 1)];
    if (next === undefined) onNone();
    else buttonOf(place.current, next.id)?.focus();
  });
}

/** The last button of a row, which opens its menu or removes the row. */
function buttonOf(place: HTMLElement | null, id: string): HTMLElement | undefined {
  const row = place?.querySelector(`[data-row="${CSS.escape(id)}"]`);
  return [...(row?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1);
}
