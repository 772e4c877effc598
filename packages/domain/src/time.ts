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
