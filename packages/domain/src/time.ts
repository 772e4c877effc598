/** Epoch microseconds, UTC. Strictly increasing for entities made in one call (contract api-v1 10.4). */
export type Micros = number;

/** The time a text like `2024-05-01T10:00:00.123456` tells, in UTC; a `Z` may follow. NaN for what is no time. */
export function timeFromText(text: string): Micros {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z?$/.exec(text);
  if (!match?.[1]) return Number.NaN;
  return Date.parse(`${match[1]}Z`) * 1000 + Number((match[2] ?? "").padEnd(6, "0"));
}
