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
  /** The provider ended its session, or its claims let the person in no more. */
  "provider",
] as const;

export type SessionEnd = (typeof SESSION_ENDS)[number];

/** `recheck`: a session of a provider reached its longest time; the provider is asked again who it is. */
export type SessionOver = SessionEnd | "expired" | "recheck";

/** A session as owners see it: enough to tell sessions apart (COM-15). */
export type PersonSession = {
  readonly id: string;
  readonly beganAt: Micros;
  /** The last renewal of its token: a page renews every few minutes while it is open. */
  readonly lastUsedAt: Micros;
  /** The browser or program that began it, and its network; null: not known. */
  readonly program: string | null;
  readonly network: string | null;
  /** The name of the provider that confirmed the person; null: another proof. */
  readonly provider: string | null;
  /** True for the session of the caller. */
  readonly isThis: boolean;
};

/** Seconds. `token`: of a token that is not renewed, and of an unused session. `renewed`: of a renewed token. */
export type Lifetimes = { readonly token: number; readonly renewed: number };

/** Longest session in seconds, however often its token is renewed; a longer token lifetime replaces it. */
const SESSION_MOST = 30 * 86_400;

const SECOND: Micros = 1_000_000;

/** `most`: the longest time of a session of its provider, in seconds; null: none. */
export const sessionExpires = (now: Micros, began: Micros, { token }: Lifetimes, most: number | null = null): Micros =>
  Math.min(now + token * SECOND, began + Math.min(most ?? Infinity, Math.max(token, SESSION_MOST)) * SECOND);

/** True if a session ends by the limit of its provider, and not because nobody used it. */
export const endsByProvider = (expires: Micros, began: Micros, most: number | null): boolean =>
  most !== null && expires >= began + most * SECOND;

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
