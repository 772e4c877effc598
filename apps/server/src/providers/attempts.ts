import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { PROVIDER_REFUSALS, type ProviderRefusal } from "@postil/domain/accounts/sign-in";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";

const CODES = {
  denied: "not_confirmed",
  codeRefused: "not_confirmed",
  nameMissing: "not_confirmed",
  unreachable: "provider_failed",
  untrusted: "provider_failed",
  failing: "provider_failed",
  unreadable: "provider_failed",
  clocks: "provider_failed",
  late: "provider_late",
  busy: "provider_late",
} as const satisfies { readonly [R in ProviderRefusal]?: RefusalCode };

export type ProviderFailure = keyof typeof CODES;
/** Why a sign-in ended before the person was sent to the provider. */
export type EndedBefore = ProviderFailure | "insecure";

export class ProviderFailed extends Refusal {
  readonly reason: ProviderFailure;
  constructor(reason: ProviderFailure) {
    super(CODES[reason], PROVIDER_REFUSALS[reason]);
    this.reason = reason;
  }
}

/** Time for one attempt: the person has to sign in at the provider in between (contract api-v1 row 62). */
export const ATTEMPT_SECONDS = 600;

/** The data of one sign-in with a provider, from the way there to the way back. */
export type Attempt = {
  /** Used in URLs and in the cookie. */
  readonly state: string;
  /** Used in the provider's ID token. */
  readonly nonce: string;
  /** Proves to the provider that the same party asked for the code and exchanges it (PKCE). */
  readonly verifier: string;
  /** Why it ended before it reached the provider; null if it did not end before. */
  readonly ended: EndedBefore | null;
};

export type Attempts = {
  /** `ended`: the attempt ends before it reaches the provider. Its state tells the person the reason on return. */
  begin(provider: string, ended?: EndedBefore): Attempt;
  /** Null for a state that was not made here, that is for another provider, or that is too old. */
  resume(provider: string, state: string): Attempt | null;
  /** Marks the attempt as used. Returns false if it was used before: each attempt can be used once. */
  use(attempt: Attempt): Promise<boolean>;
};

/** Uses what is good once, and only until a time in epoch milliseconds. Returns false if it was used before or is too late. */
export type Use = (id: string, until: number) => Promise<boolean>;

/**
 * Attempts are not stored when they begin: nonce and verifier are derived from the state with a secret key. So a restart
 * interrupts nobody, and strangers cannot fill the memory with attempts. `now` is in milliseconds.
 */
export function createAttempts(key: Uint8Array, use: Use, now: () => number = Date.now): Attempts {
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
      // The seal proves that this server wrote it.
      return goodUntil(until) > now() ? attempt(provider, id, until, ended as EndedBefore | "") : null;
    },
    use: ({ state }) => use(state, goodUntil(state.split(".")[1] ?? "")),
  };
}

const goodUntil = (until: string): number => Number.parseInt(until, 36) * 1000;
