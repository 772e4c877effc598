import { failureOf } from "../../lib/api/failure.ts";

/** The client has shown a request that failed, and nobody misses one that was called off. The rest are mistakes of ours. */
export function logUnlessShown(error: unknown): undefined {
  const calledOff = error instanceof DOMException && error.name === "AbortError";
  if (!calledOff && failureOf(error) === null) console.error("The records could not be shown", error);
}
