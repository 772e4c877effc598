/** Times of a toast in ms (TOA-03, TOA-04). `withdrawing`: how long buttons stay that no longer apply. */
export const TOAST_TIMES = { base: 6000, perPart: 1000, opening: 100, closing: 150, withdrawing: 300 } as const;

/** Number of characters that add one second (TOA-03). */
const TOAST_PART_LENGTH = 120;

/** Number of toasts shown at once. Older ones fold into "+n" (TOA-08, design/shell.md#toasts). */
export const TOASTS_SHOWN = 3;

export type ToastType = "success" | "info" | "warning" | "error";

export const TOAST_POSITIONS = ["top-right", "top", "top-left", "bottom-right", "bottom", "bottom-left"] as const;
export type ToastPosition = (typeof TOAST_POSITIONS)[number];

/**
 * How long a toast stays, ms: 6000 plus 1000 for every 120 characters, rounded up (TOA-03). `length` is the number of
 * characters of the message, or the message's own length hint (TOA-23).
 */
export function toastDuration(length: number): number {
  return TOAST_TIMES.base + TOAST_TIMES.perPart * Math.ceil(length / TOAST_PART_LENGTH);
}
