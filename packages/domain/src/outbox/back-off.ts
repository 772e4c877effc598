const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/**
 * Time to wait before the next attempt, in ms: 1, 2, 4 ... 30 s. A random part, up to half, is taken off, so that many
 * browsers do not return to a restarted server at the same moment.
 * @param failures in a row so far, from 1
 * @param random from 0 to 1
 * @param longest ms
 */
export function backOff(failures: number, random: number, longest: number = LONGEST_WAIT): number {
  return Math.min(longest, FIRST_WAIT * 2 ** (failures - 1)) * (1 - random / 2);
}
