import { type RefObject, useEffect, useRef } from "react";

/** What floats above the page is opened from a row, and the row is still where one is. */
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

type Rows = readonly { readonly id: string }[];

/**
 * Whoever works from a row goes on there: the focus that a dialog or a menu took comes back to the row's own button, and when
 * the row has gone, to that of the row in its place. A row is known by its `data-row`, which a `ListTable` sets. `onNone`: no row
 * is left.
 */
export function useRowFocus(place: RefObject<HTMLElement | null>, rows: Rows, onNone: () => void): void {
  const last = useRef<{ readonly id: string; readonly at: number } | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest(ABOVE) !== null) return;
      const row = place.current?.contains(target) ? target.closest<HTMLElement>("[data-row]") : null;
      const id = row?.dataset.row;
      last.current = id === undefined ? null : { id, at: rows.findIndex((one) => one.id === id) };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [place, rows]);

  // After each drawing: the dialog goes with one, the row with a later one.
  useEffect(() => {
    const from = last.current;
    if (from === null || document.activeElement !== document.body) return;
    const next = rows.find(({ id }) => id === from.id) ?? rows[Math.min(from.at, rows.length - 1)];
    if (next === undefined) onNone();
    else buttonOf(place.current, next.id)?.focus();
  });
}

/** The last of a row: that which opens its menu, or takes it away. */
function buttonOf(place: HTMLElement | null, id: string): HTMLElement | undefined {
  const row = place?.querySelector(`[data-row="${CSS.escape(id)}"]`);
  return [...(row?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1);
}
