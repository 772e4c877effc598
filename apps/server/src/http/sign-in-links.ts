import { randomBytes } from "node:crypto";

/** A link is for the person at the terminal that just printed it. */
const LIFETIME_MS = 15 * 60_000;
/** Maximum number of unused links; the oldest are removed first. */
const KEPT = 100;

export type SignInLinks = {
  /** A code that signs this user in once, within a quarter of an hour. */
  issue(userId: string): string;
  /** The user the code was made for; null for a code that is unknown, used or too old. */
  redeem(code: string): string | null;
};

/** One-time sign-in links, in memory: a restart makes the old ones worthless. `now` is in milliseconds. */
export function createSignInLinks(now: () => number = Date.now): SignInLinks {
  const waiting = new Map<string, { readonly userId: string; readonly until: number }>();

  return {
    issue: (userId) => {
      const [oldest] = waiting.keys();
      if (oldest !== undefined && waiting.size >= KEPT) waiting.delete(oldest);
      const code = randomBytes(32).toString("base64url");
      waiting.set(code, { userId, until: now() + LIFETIME_MS });
      return code;
    },
    redeem: (code) => {
      const link = waiting.get(code);
      waiting.delete(code);
      return link && link.until > now() ? link.userId : null;
    },
  };
}
