/**
 * Milliseconds that a record stands on the screen before anything answers it; 0: no rest. Somebody who presses a key every 400
 * goes on unhindered.
 */
export const SEEN_AFTER = { min: 0, max: 2000, step: 25 } as const;

/** So much of the time that a browser takes to paint a record counts as if it stood there: a slow one slows nobody. */
export const PAINTING = 100;

type Look = {
  /** when the key, button or finger went down */
  readonly pressedAt: number;
  /** when that of the press before the record did, by the same clock */
  readonly broughtAt: number;
  /** when the record was painted */
  readonly shownAt: number;
  /** of `SEEN_AFTER` */
  readonly seenAfter: number;
};

/** Whether who pressed can have seen the record that the press would answer (FRS-16). */
export function isSeen({ pressedAt, broughtAt, shownAt, seenAfter }: Look): boolean {
  return seenAfter === 0 || pressedAt - Math.max(broughtAt, shownAt - PAINTING) >= seenAfter;
}
