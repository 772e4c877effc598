import { hash } from "node:crypto";
import { networkOf } from "./network-of.ts";

/** AUT-14: how many wrong passwords in a row are taken, and after how long one of them is forgiven. */
type Patience = { readonly allowed: number; readonly forgivenAfterMs: number };

/** From one network for one user name: who was locked out may try again twice a minute. */
const FOR_A_NAME: Patience = { allowed: 5, forgivenAfterMs: 30_000 };
/** From one network for all names: as many as a room full of people who have just been given their passwords. */
const FOR_A_NETWORK: Patience = { allowed: 30, forgivenAfterMs: 10_000 };
/** Rows of each kind that are remembered; the one that failed longest ago goes first. */
const KEPT = 10_000;

export type SignInLimit = {
  /**
   * Counts an attempt before the password is looked at, so that many at once do not slip through.
   * Null when it may go on, otherwise the seconds to wait.
   */
  attempt(address: string, username: string): number | null;
  /** The password was right: what was counted for the name is forgotten, and for the network this attempt. */
  succeeded(address: string, username: string): void;
  /** How many rows are remembered. */
  readonly size: number;
};

/** `now` is in milliseconds. */
export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  const names = createRows(FOR_A_NAME, now);
  const networks = createRows(FOR_A_NETWORK, now);
  /** A digest, because anybody may send long names. */
  const pair = (network: string, username: string) => hash("sha256", JSON.stringify([network, username]));

  return {
    attempt: (address, username) => {
      const network = networkOf(address);
      const name = pair(network, username);
      const wait = Math.max(names.wait(name), networks.wait(network));
      if (wait > 0) return Math.ceil(wait / 1000);
      names.count(name);
      networks.count(network);
      return null;
    },
    succeeded: (address, username) => {
      const network = networkOf(address);
      names.forget(pair(network, username));
      networks.uncount(network);
    },
    get size() {
      return names.size() + networks.size();
    },
  };
}

/** Failures in a row, by what they are counted for. */
function createRows({ allowed, forgivenAfterMs }: Patience, now: () => number) {
  /** When the last failure is forgiven: one forgiveness later for every failure. */
  const forgivenAt = new Map<string, number>();
  const owed = (key: string) => Math.max(0, (forgivenAt.get(key) ?? 0) - now());

  const makeRoom = () => {
    // Insertion order is the order of the last failure: whoever is in front failed longest ago.
    for (const [key, until] of forgivenAt) {
      if (forgivenAt.size < KEPT && until > now()) return;
      forgivenAt.delete(key);
    }
  };
  const set = (key: string, ms: number) => {
    forgivenAt.delete(key);
    if (ms <= 0) return;
    makeRoom();
    forgivenAt.set(key, now() + ms);
  };
  return {
    /** Milliseconds until one more is allowed. */
    wait: (key: string) => Math.max(0, owed(key) - (allowed - 1) * forgivenAfterMs),
    count: (key: string) => set(key, owed(key) + forgivenAfterMs),
    uncount: (key: string) => set(key, owed(key) - forgivenAfterMs),
    forget: (key: string) => void forgivenAt.delete(key),
    size: () => forgivenAt.size,
  };
}
