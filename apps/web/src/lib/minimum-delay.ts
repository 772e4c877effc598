/** Minimum time of a screen's fetch, ms, so that the "loading" display does not flash (API-06). */
const MINIMUM_DELAY = 200;

/**
 * Resolves to the answer of a fetch, but no sooner than the minimum delay after the call (API-06). A failure waits too, so
 * that it does not flash. Saving, and moving inside the loaded queue, do not use this (API-07).
 */
export async function atLeast<Value>(fetching: Promise<Value>, ms: number = MINIMUM_DELAY): Promise<Value> {
  const [outcome] = await Promise.allSettled([fetching, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
