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
