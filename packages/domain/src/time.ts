/** Epoch microseconds, UTC. Strictly increasing for entities made in one call (contract api-v1 10.4). */
export type Micros = number;

export const DAY: Micros = 86_400_000_000;

/** The time a text like `2024-05-01T10:00:00.123456` tells, in UTC; a `Z` may follow. NaN for what is no time. */
export function timeFromText(text: string): Micros {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z?$/.exec(text);
  if (!match?.[1]) return Number.NaN;
  return Date.parse(`${match[1]}Z`) * 1000 + Number((match[2] ?? "").padEnd(6, "0"));
}

/** The second written last, as text: a page of records holds thousands of times of the same few seconds. */
let lastSecond = { micros: Number.NaN, text: "" };

function textOfSecond(micros: Micros): string {
  if (micros !== lastSecond.micros) lastSecond = { micros, text: new Date(micros / 1000).toISOString().slice(0, 19) };
  return lastSecond.text;
}

/** ISO 8601 in UTC without a zone, six digits of fraction, none when it is zero (contract api-v1 1.1). */
export function timeToText(micros: Micros): string {
  const fraction = micros % 1_000_000;
  const seconds = textOfSecond(micros - fraction);
  return fraction === 0 ? seconds : `${seconds}.${String(fraction).padStart(6, "0")}`;
}

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
