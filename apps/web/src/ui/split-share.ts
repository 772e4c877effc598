/** Distance that one arrow key moves the handle, px. `WIDE_STEP` applies with Shift (design/shell.md#controls). */
export const STEP = 16;
export const WIDE_STEP = 64;

/** Distance that a key moves the handle, px. 0 if the key does not fit the direction. */
export function nudge(key: string, direction: "row" | "column", step: number): number {
  const [back, forth] = direction === "row" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  if (key === back) return -step;
  return key === forth ? step : 0;
}

/**
 * Limits the share of the first pane so that both panes keep their minimum size. Without room for both, the first keeps its
 * minimum. Rounded to a ten-thousandth, which is finer than a pixel.
 */
export function clampShare(share: number, room: { length: number; minFirst: number; minSecond: number }): number {
  const { length, minFirst, minSecond } = room;
  if (length <= 0) return Math.min(1, Math.max(0, share));
  const highest = Math.max(0, 1 - minSecond / length);
  const lowest = Math.min(1, minFirst / length);
  return Math.round(Math.max(lowest, Math.min(share, highest)) * 10_000) / 10_000;
}
