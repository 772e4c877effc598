import type { Micros } from "../time.ts";

/** Why a session ended before its time; its page tells whoever worked in it. */
export const SESSION_ENDS = [
  "signed_out",
  /** From another session of the same person. */
  "elsewhere",
  /** An owner has signed the person out everywhere. */
  "owner",
  "password",
  /** A token that it had left behind was shown for its renewal: somebody else may have the session too. */
  "reused",
  "role",
  "deactivated",
  "deleted",
] as const;

export type SessionEnd = (typeof SESSION_ENDS)[number];

/** Why a session is over. */
export type SessionOver = SessionEnd | "expired";

/** How long things last, in seconds: a token that is not renewed and a session that nobody uses; a token that is renewed. */
export type Lifetimes = { readonly token: number; readonly renewed: number };

/** However often its token is renewed, a session ends after this, or after the lifetime of a token where that is longer. */
const SESSION_MOST = 30 * 86_400;

const SECOND: Micros = 1_000_000;

/** When a session ends that is used now. */
export const sessionExpires = (now: Micros, began: Micros, { token }: Lifetimes): Micros =>
  Math.min(now + token * SECOND, began + Math.max(token, SESSION_MOST) * SECOND);

/** When a token ends that is given out now; none outlives its session. */
export const tokenExpires = (now: Micros, renews: boolean, expires: Micros, { renewed }: Lifetimes): Micros =>
  renews ? Math.min(now + renewed * SECOND, expires) : expires;

/**
 * Which token of a session is shown for its renewal: `again` when the answer to its first renewal may have been lost. `spent`: two go
 * on with one session, each by its own tokens. `unknown`: the store is an earlier one, brought back.
 */
export function renewalOf(shown: number, latest: number): "next" | "again" | "spent" | "unknown" {
  if (shown === latest) return "next";
  if (shown > latest) return "unknown";
  return shown === latest - 1 ? "again" : "spent";
}
