import type { Route } from "./route.ts";

/** Limit for bodies of callers who have not signed in: they send a name and a password, or something useless. */
export const STRANGERS_BYTES = 64 * 1024;

/** Limit for names, descriptions, settings and searches. */
const USUAL_BYTES = 1024 * 1024;

/** Limit for one long text, or 10,000 options. */
export const TEXT_BYTES = 16 * 1024 * 1024;

/** Limit for batches: enough for 500 records with long texts and a vector of 1536 numbers each. */
export const BATCH_BYTES = 32 * 1024 * 1024;

/** The largest body that a call takes. */
export function bodyLimitOf({ access, bodyLimit }: Pick<Route, "access" | "bodyLimit">): number {
  if (access === "open" || access === "credentials") return STRANGERS_BYTES;
  return bodyLimit ?? USUAL_BYTES;
}
