import { TOO_MANY_SIGN_INS } from "@postil/domain/accounts/too-many-sign-ins";
import { createCountedAttempts } from "./counted-attempts.ts";
import type { FailurePatience } from "./failure-rows.ts";
import { widestNetworkOf } from "./network-of.ts";
import { createNetworkRows } from "./network-rows.ts";

/** For one network and one user name: a locked-out user may try again twice a minute. */
const FOR_A_NAME: FailurePatience = { allowed: 5, forgivenAfterMs: 30_000, endsWithSuccess: true };
/** For one network and one provider that fails itself: each attempt has asked the provider, and nobody has guessed. */
const FOR_A_PROVIDER: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };
/** For one network and all names: enough for a room full of people with new passwords. */
const FOR_A_NETWORK: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };

export type SignInLimit = {
  /**
   * Checks a password; null means a wrong one, and is counted (AUT-14). If many attempts come at once, only as many run as
   * could still fail: the others wait for the results. Refuses an attempt that would have to wait longer, with
   * `TooManyAttempts`. A right password clears the failures of its name.
   */
  attempt<T>(address: string, username: string, look: () => Promise<T>): Promise<T>;
  /**
   * Checks a return from a provider. A failure is counted as a wrong password is, except one for which `isTheProviders` is
   * true. Such a failure delays only people who use that provider, and limits how often the provider is asked.
   */
  attemptWith<T>(way: ProviderWay, look: () => Promise<T>): Promise<T>;
  /** Number of rows in memory. */
  readonly size: number;
};

export type ProviderWay = {
  readonly address: string;
  readonly provider: string;
  /** True if an error of `look` is the provider's own failure. */
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
      // Each provider has its own rows: people who wait for a slow provider do not block another provider.
      const rows = rowsOf(address, `the callback of ${provider}`);
      const guarded = () => attempts.attempt(network, rows, look, (error) => !isTheProviders(error));
      return withProviders.attempt(network, providers.of(address, provider), guarded, isTheProviders);
    },
    get size() {
      return names.size() + networks.size() + providers.size();
    },
  };
}
