import { backOff } from "./time.ts";

/** How often one read is sent at most, the first time included. */
const MOST_TRIES = 3;
/** The longest time that a person waits in front of a placeholder for the next try, ms. */
const LONGEST_WAIT = 5000;
/** So much is added at most to a time that the server named, ms: else all browsers would return at the same moment. */
const SPREAD = 500;

/** "Not now": too many requests, or a proxy whose server is starting, gone or too slow. */
const NOT_NOW = new Set([429, 502, 503, 504]);

export type FailedRead = {
  /** Null: no reply came. */
  readonly status: number | null;
  /** ms that the reply asked to wait; null when it named no time. */
  readonly retryAfter: number | null;
};

/**
 * How long to wait before a read that failed is sent again, ms (API-67). Null: its failure is told. A read changes nothing, so it
 * may be sent twice; a write may not.
 * @param tries so far, from 1
 * @param random from 0 to 1
 */
export function waitToReadAgain({ status, retryAfter }: FailedRead, tries: number, random: number): number | null {
  if (tries >= MOST_TRIES || (status !== null && !NOT_NOW.has(status))) return null;
  if (retryAfter === null) return backOff(tries, random, LONGEST_WAIT);
  return retryAfter > LONGEST_WAIT ? null : retryAfter + random * SPREAD;
}
