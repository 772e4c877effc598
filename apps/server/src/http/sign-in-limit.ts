import { TOO_MANY_SIGN_INS } from "@postil/domain/accounts/too-many-sign-ins";
import { createCountedAttempts } from "./counted-attempts.ts";
import type { FailurePatience } from "./failure-rows.ts";
import { widestNetworkOf } from "./network-of.ts";
import { createNetworkRows } from "./network-rows.ts";

/** From one network for one user name: who was locked out may try again twice a minute. */
const FOR_A_NAME: FailurePatience = { allowed: 5, forgivenAfterMs: 30_000, endsWithSuccess: true };
/** From one network with one provider that fails itself: each has asked it, and nobody has guessed. */
const FOR_A_PROVIDER: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };
/** From one network for all names: as many as a room full of people who have just been given their passwords. */
const FOR_A_NETWORK: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };

export type SignInLimit = {
  /**
   * Looks at a password; null is a wrong one, and counted (AUT-14). Of many at once no more are looked at than could still fail: the
   * others wait until it is known. Refuses who has to wait longer, as `TooManyAttempts`. A right one ends the row of its name.
   */
  attempt<T>(address: string, username: string, look: () => Promise<T>): Promise<T>;
  /**
   * Looks at a way back from a provider. What fails is counted as a wrong password is, but for what `isTheProviders`: this makes
   * nobody wait but those who come from that provider, and bounds how often it is asked.
   */
  attemptWith<T>(way: ProviderWay, look: () => Promise<T>): Promise<T>;
  /** How many rows are remembered. */
  readonly size: number;
};

export type ProviderWay = {
  readonly address: string;
  readonly provider: string;
  /** Whether an error of the look is the provider's own failure. */
  readonly isTheProviders: (error: unknown) => boolean;
};

/** `now` is in milliseconds. */
export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  const names = createNetworkRows(FOR_A_NAME, now);
  const networks = createNetworkRows(FOR_A_NETWORK, now);
  const providers = createNetworkRows(FOR_A_PROVIDER, now);
  const attempts = createCountedAttempts(TOO_MANY_SIGN_INS);
  const withProviders = createCountedAttempts(TOO_MANY_SIGN_INS);
  const rowsOf = (address: string, what: string) => [...names.of(address, what), ...networks.of(address)];
  return {
    attempt: (address, username, look) => attempts.attempt(widestNetworkOf(address), rowsOf(address, username), look),
    attemptWith: ({ address, provider, isTheProviders }, look) => {
      const network = widestNetworkOf(address);
      // Rows of each provider: those who wait for a slow one keep nobody from another.
      const rows = rowsOf(address, `the callback of ${provider}`);
      const guarded = () => attempts.attempt(network, rows, look, (error) => !isTheProviders(error));
      return withProviders.attempt(network, providers.of(address, provider), guarded, isTheProviders);
    },
    get size() {
      return names.size() + networks.size() + providers.size();
    },
  };
}
