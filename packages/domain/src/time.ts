/** Epoch microseconds, UTC. Strictly increasing for entities made in one call (contract api-v1 10.4). */
export type Micros = number;

export const DAY: Micros = 86_400_000_000;

/** The time a text like `2024-05-01T10:00:00.123456` tells, in UTC; a `Z` may follow. NaN for what is no time. */
export function timeFromText(text: string): Micros {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z?$/.exec(text);
  if (!match?.[1]) return Number.NaN;
  return microsOfSecond(match[1]) + Number((match[2] ?? "").padEnd(6, "0"));
}

/** The second read last: records that are brought have thousands of times of the same few seconds. */
let readLast = { text: "", micros: Number.NaN };

function microsOfSecond(text: string): Micros {
  if (text !== readLast.text) readLast = { text, micros: Date.parse(`${text}Z`) * 1000 };
  return readLast.micros;
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** What an ISO 8601 text tells, in UTC: a date tells its whole day, a date with a time one moment. Null: it is neither. */
export function spanOfTime(text: string): { readonly first: Micros; readonly last: Micros } | null {
  const [, date, time = "00:00", seconds = ":00", fraction = "", zone = "Z"] = ISO.exec(text.trim()) ?? [];
  if (date === undefined) return null;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // The engine takes 30 February as 1 March.
  const isReal = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
  const at = Date.parse(`${date}T${time}${seconds}Z`) * 1000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
  const first = at - offsetOf(zone);
  if (!isReal || Number.isNaN(first)) return null;
  return { first, last: text.trim().length === date.length ? first + DAY - 1 : first };
}

/** How far a zone such as `Z`, `+02` or `-0530` is ahead of UTC; NaN for more than a day. */
function offsetOf(zone: string): Micros {
  if (zone.toUpperCase() === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", ""))];
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000_000;
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
