import { waitToReadAgain } from "@postil/domain/read-again";
import { connection } from "../connection/connection.ts";
import { ApiFailure } from "./failure.ts";
import { namedWait } from "./named-wait.ts";
import { type Outgoing, send } from "./send.ts";

/**
 * Sends a read again that failed for a moment, quietly, while the server answers at all (API-67). Rejects with the last failure,
 * or as `send` does when the caller aborts.
 */
export async function sendAgain(request: Outgoing, failure: unknown): Promise<unknown> {
  let last = failure;
  for (let tries = 1; ; tries += 1) {
    const wait = waitFor(last, tries);
    if (wait === null) throw last;
    await pause(wait, request.signal);
    // The band tells that the server is gone. What is missing is read when it is back.
    if (!connection.isOnline()) throw last;
    try {
      return await send(request);
    } catch (error) {
      last = error;
    }
  }
}

function waitFor(error: unknown, tries: number): number | null {
  // What had no reply for a minute would have none for three.
  if (!(error instanceof ApiFailure) || isLate(error) || !connection.isOnline()) return null;
  return waitToReadAgain({ status: error.status, retryAfter: namedWait(error) }, tries, Math.random());
}

const isLate = ({ cause }: ApiFailure): boolean =>
  typeof cause === "object" && cause !== null && "name" in cause && cause.name === "TimeoutError";

/** Rejects with the signal's reason when it is aborted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
