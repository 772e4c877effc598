import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { EndedBefore } from "./provider-failed.ts";

/** A person has to sign in at the provider meanwhile (contract api-v1 row 62). */
export const ATTEMPT_SECONDS = 600;

/** What one sign-in with a provider goes by, from the way there to the way back. */
export type Attempt = {
  /** In addresses and the cookie. */
  readonly state: string;
  /** In the provider's ID token. */
  readonly nonce: string;
  /** Proves to the provider that who exchanges the code is who asked for it (PKCE). */
  readonly verifier: string;
  /** Why it ended before the provider; null for one that did not. */
  readonly ended: EndedBefore | null;
};

export type Attempts = {
  /** `ended`: it ends before the provider, and its state says why to who is sent back with it. */
  begin(provider: string, ended?: EndedBefore): Attempt;
  /** Null for a state that was not made here, for another provider, or too long ago. */
  resume(provider: string, state: string): Attempt | null;
  /** Whether this one was not used before: each is used once. */
  use(attempt: Attempt): boolean;
};

/** Used ones that are remembered, each for as long as it would be good; beyond, the one used first may be used again. */
const USED_KEPT = 10_000;

/**
 * Attempts that are begun are not remembered: nonce and verifier follow from the state, by a key that nobody else has. So a
 * restart interrupts nobody, and strangers who begin many fill nothing. `now` is in milliseconds.
 */
export function createAttempts(key: Uint8Array, now: () => number = Date.now): Attempts {
  const derive = (...parts: readonly string[]) =>
    createHmac("sha256", key)
      .update(JSON.stringify(["sign-in with a provider", ...parts]))
      .digest("base64url");
  const seal = (provider: string, id: string, until: string, ended: string) =>
    derive("state", provider, id, until, ended);
  const attempt = (provider: string, id: string, until: string, ended: EndedBefore | ""): Attempt => {
    const parts = [id, until, seal(provider, id, until, ended), ended];
    const state = parts.filter((part) => part !== "").join(".");
    return {
      state,
      nonce: derive("nonce", state),
      verifier: derive("verifier", state),
      ended: ended === "" ? null : ended,
    };
  };
  /** Used states, the first used in front, and until when they would be good. */
  const used = new Map<string, number>();
  const forgetUsed = () => {
    for (const [state, until] of used) {
      if (used.size < USED_KEPT && until > now()) return;
      used.delete(state);
    }
  };

  return {
    begin: (provider, ended) => {
      const id = randomBytes(16).toString("base64url");
      const until = Math.ceil(now() / 1000 + ATTEMPT_SECONDS).toString(36);
      return attempt(provider, id, until, ended ?? "");
    },
    resume: (provider, state) => {
      const [id = "", until = "", given = "", ended = ""] = state.split(".", 4);
      const right = Buffer.from(seal(provider, id, until, ended));
      const shown = Buffer.from(given);
      if (shown.length !== right.length || !timingSafeEqual(shown, right)) return null;
      // What is sealed was written here.
      return goodUntil(until) > now() ? attempt(provider, id, until, ended as EndedBefore | "") : null;
    },
    use: ({ state }) => {
      if (used.has(state)) return false;
      forgetUsed();
      used.set(state, goodUntil(state.split(".")[1] ?? ""));
      return true;
    },
  };
}

const goodUntil = (until: string): number => Number.parseInt(until, 36) * 1000;
