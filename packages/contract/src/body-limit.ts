import type { Route } from "./route.ts";

/** Bodies of people whom the server does not know yet; what they send is a name and a password, or nothing of use. */
export const STRANGERS_BYTES = 64 * 1024;

/** Names, descriptions, settings and searches. */
const USUAL_BYTES = 1024 * 1024;

/** One text of any length, or 10,000 options. */
export const TEXT_BYTES = 16 * 1024 * 1024;

/** A batch of 500 records with long texts and a vector of 1536 numbers each still fits. */
export const BATCH_BYTES = 32 * 1024 * 1024;

/** The largest body that a call takes. */
export function bodyLimitOf({ access, bodyLimit }: Pick<Route, "access" | "bodyLimit">): number {
  if (access === "open" || access === "credentials") return STRANGERS_BYTES;
  return bodyLimit ?? USUAL_BYTES;
}
