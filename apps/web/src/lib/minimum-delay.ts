/** So long a screen's fetch takes at least, ms, so that what shows "loading" does not flash (API-06). */
const MINIMUM_DELAY = 200;

/**
 * The answer of a fetch, no sooner than the minimum delay after the call (API-06). A failure waits too, so that it does not
 * flash either. Saving and moving inside the loaded queue call their requests directly, without this (API-07).
 */
export async function atLeast<Value>(fetching: Promise<Value>, ms: number = MINIMUM_DELAY): Promise<Value> {
  const [outcome] = await Promise.allSettled([fetching, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
