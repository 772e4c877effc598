/** Shows the record's row and gives it the focus. */
export function focusRow(list: HTMLElement | null, recordId: string | null): void {
  if (recordId === null) return;
  const row = list?.querySelector<HTMLElement>(`[data-record="${CSS.escape(recordId)}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest", behavior: "instant" });
}
