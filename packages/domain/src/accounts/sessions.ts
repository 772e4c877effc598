import type { Micros } from "../time.ts";

/** The reasons why a session ended early; the page shows the reason to its user. */
const SESSION_ENDS = [
  "signed_out",
  /** Ended from another session of the same person. */
  "elsewhere",
  /** An owner signed the person out everywhere. */
  "owner",
  "password",
  /** An old token of the session was used to renew it: another person may have the session too. */
  "reused",
  "role",
  "deactivated",
  "deleted",
] as const;

export type SessionEnd = (typeof SESSION_ENDS)[number];

export type SessionOver = SessionEnd | "expired";

/** Seconds. `token`: of a token that is not renewed, and of an unused session. `renewed`: of a renewed token. */
export type Lifetimes = { readonly token: number; readonly renewed: number };

/** Longest session in seconds, however often its token is renewed; a longer token lifetime replaces it. */
const SESSION_MOST = 30 * 86_400;

const SECOND: Micros = 1_000_000;

export const sessionExpires = (now: Micros, began: Micros, { token }: Lifetimes): Micros =>
  Math.min(now + token * SECOND, began + Math.max(token, SESSION_MOST) * SECOND);

/** The end of a token that is issued now; it is never after the end of its session. */
export const tokenExpires = (now: Micros, renews: boolean, expires: Micros, { renewed }: Lifetimes): Micros =>
  renews ? Math.min(now + renewed * SECOND, expires) : expires;

/**
 * The kind of a token that is used for renewal. `again`: the previous token; the reply to its first renewal may have
 * been lost. `spent`: an older one; two clients use the same session, each with its own tokens. `unknown`: a newer one
 * than the database knows, because an older database was restored.
 */
export function renewalOf(shown: number, latest: number): "next" | "again" | "spent" | "unknown" {
  if (shown === latest) return "next";
  if (shown > latest) return "unknown";
  return shown === latest - 1 ? "again" : "spent";
}
