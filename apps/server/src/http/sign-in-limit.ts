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

type Failures = { readonly count: number; readonly at: number };

/** `now` is in milliseconds. */
export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  const failed = new Map<string, Failures>();
  const pair = (address: string, username: string) => JSON.stringify([address, username]);

  const left = ({ count, at }: Failures, time: number) => Math.max(0, count - (time - at) / FORGIVEN_AFTER_MS);

  const makeRoom = () => {
    // Insertion order is the order of the last failure: whoever is in front failed longest ago.
    for (const [key, failures] of failed) {
      if (failed.size < KEPT && left(failures, now()) > 0) return;
      failed.delete(key);
    }
  };

  return {
    attempt: (address, username) => {
      const key = pair(address, username);
      const known = failed.get(key);
      const time = now();
      const count = known ? left(known, time) : 0;
      const tooMany = count + 1 - ALLOWED;
      if (tooMany > 0) return Math.ceil((tooMany * FORGIVEN_AFTER_MS) / 1000);
      failed.delete(key);
      makeRoom();
      failed.set(key, { count: count + 1, at: time });
      return null;
    },
    succeeded: (address, username) => {
      failed.delete(pair(address, username));
    },
    get size() {
      return failed.size;
    },
  };
}
