import { createCountedAttempts } from "./counted-attempts.ts";
import type { FailurePatience } from "./failure-rows.ts";
import { widestNetworkOf } from "./network-of.ts";
import { createNetworkRows } from "./network-rows.ts";

/** From one network for one user name: who was locked out may try again twice a minute. */
const FOR_A_NAME: FailurePatience = { allowed: 5, forgivenAfterMs: 30_000, endsWithSuccess: true };
/** From one network for all names: as many as a room full of people who have just been given their passwords. */
const FOR_A_NETWORK: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };

export type SignInLimit = {
  /**
   * Looks at a password; null is a wrong one, and counted (AUT-14). Of many at once no more are looked at than could still fail: the
   * others wait until it is known. Refuses who has to wait longer, as `TooManyAttempts`. A right one ends the row of its name.
   */
  attempt<T>(address: string, username: string, look: () => Promise<T>): Promise<T>;
  /** How many rows are remembered. */
  readonly size: number;
};

/** `now` is in milliseconds. */
export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  const names = createNetworkRows(FOR_A_NAME, now);
  const networks = createNetworkRows(FOR_A_NETWORK, now);
  const attempts = createCountedAttempts();
  return {
    attempt: (address, username, look) => {
      const rows = [...names.of(address, username), ...networks.of(address)];
      return attempts.attempt(widestNetworkOf(address), rows, look);
    },
    get size() {
      return names.size() + networks.size();
    },
  };
}
