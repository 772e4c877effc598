import { hash } from "node:crypto";

/** AUT-14: how many wrong passwords in a row are taken from one address for one user name. */
const ALLOWED = 5;
/** One failure is forgiven after this long, so a person who was locked out may try again twice a minute. */
const FORGIVEN_AFTER_MS = 30_000;
/** Pairs of address and name that are remembered; the one that failed longest ago goes first. */
const KEPT = 10_000;

export type SignInLimit = {
  /**
   * Counts an attempt before the password is looked at, so that many at once do not slip through.
   * Null when it may go on, otherwise the seconds to wait.
   */
  attempt(address: string, username: string): number | null;
  /** The password was right: what was counted is forgotten. */
  succeeded(address: string, username: string): void;
  /** How many pairs are remembered. */
  readonly size: number;
};

/** `now` is in milliseconds. */
export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  /** When the last failure of a pair is forgiven: one forgiveness later for every failure. */
  const forgivenAt = new Map<string, number>();
  /** A digest, because anybody may send names of megabytes. */
  const pair = (address: string, username: string) => hash("sha256", JSON.stringify([address, username]));

  const makeRoom = () => {
    // Insertion order is the order of the last failure: whoever is in front failed longest ago.
    for (const [key, until] of forgivenAt) {
      if (forgivenAt.size < KEPT && until > now()) return;
      forgivenAt.delete(key);
    }
  };

  return {
    attempt: (address, username) => {
      const key = pair(address, username);
      const time = now();
      const owed = Math.max(0, (forgivenAt.get(key) ?? 0) - time);
      const wait = owed - (ALLOWED - 1) * FORGIVEN_AFTER_MS;
      if (wait > 0) return Math.ceil(wait / 1000);
      forgivenAt.delete(key);
      makeRoom();
      forgivenAt.set(key, time + owed + FORGIVEN_AFTER_MS);
      return null;
    },
    succeeded: (address, username) => {
      forgivenAt.delete(pair(address, username));
    },
    get size() {
      return forgivenAt.size;
    },
  };
}
