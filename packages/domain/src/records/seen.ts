/**
 * Up to this many milliseconds of the browser's painting time count as time on the screen, so that a slow browser does
 * not slow down its user.
 */
export const PAINTING = 100;

type Look = {
  /** time at which the key, button or finger went down */
  readonly pressedAt: number;
  /** time of the previous press, which showed the record, by the same clock */
  readonly broughtAt: number;
  /** time at which the record was painted */
  readonly shownAt: number;
  /** a value within `SEEN_AFTER` */
  readonly seenAfter: number;
};

/** True if the user can have seen the record that the press answers (FRS-16). */
export function isSeen({ pressedAt, broughtAt, shownAt, seenAfter }: Look): boolean {
  return seenAfter === 0 || pressedAt - Math.max(broughtAt, shownAt - PAINTING) >= seenAfter;
}
