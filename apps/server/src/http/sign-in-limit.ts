import { hash } from "node:crypto";
import { TooManyAttempts } from "./errors.ts";
import { networkOf } from "./network-of.ts";

/** AUT-14: how many wrong passwords in a row are taken, and after how long one of them is forgiven. */
type Patience = { readonly allowed: number; readonly forgivenAfterMs: number };

/** From one network for one user name: who was locked out may try again twice a minute. */
const FOR_A_NAME: Patience = { allowed: 5, forgivenAfterMs: 30_000 };
/** From one network for all names: as many as a room full of people who have just been given their passwords. */
const FOR_A_NETWORK: Patience = { allowed: 30, forgivenAfterMs: 10_000 };
/** Rows of each kind that are remembered; the one that failed longest ago goes first. */
const KEPT = 10_000;

/** From one network, attempts that wait until others are through. */
const WAITING = 100;

export type SignInLimit = {
  /**
   * Looks at a password; null is a wrong one, and counted. Of many at once no more are looked at than could still fail: the others
   * wait until it is known. Refuses who has to wait longer, as `TooManyAttempts`. A right one ends the row of its name.
   */
  attempt<T>(address: string, username: string, look: () => Promise<T | null>): Promise<T | null>;
  /** How many rows are remembered. */
  readonly size: number;
};

/** `now` is in milliseconds. */
export function createSignInLimit(now: () => number = Date.now): SignInLimit {
  const names = createRows(FOR_A_NAME, now);
  const networks = createRows(FOR_A_NETWORK, now);
  /** By network: who waits for an attempt to be through. */
  const waiting = new Map<string, (() => void)[]>();
  /** A digest, because anybody may send long names. */
  const pair = (network: string, username: string) => hash("sha256", JSON.stringify([network, username]));

  /** Resolves once one more may be looked at, and has begun. */
  const admit = async (name: string, network: string): Promise<void> => {
    for (;;) {
      const wait = Math.max(names.wait(name), networks.wait(network));
      if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000));
      if (names.hasRoom(name) && networks.hasRoom(network)) {
        names.begin(name);
        return networks.begin(network);
      }
      const others = waiting.get(network) ?? [];
      if (others.length >= WAITING) throw new TooManyAttempts(1);
      waiting.set(network, others);
      await new Promise<void>((resolve) => others.push(resolve));
    }
  };
  const wake = (network: string) => {
    const others = waiting.get(network) ?? [];
    waiting.delete(network);
    for (const goOn of others) goOn();
  };
  return {
    attempt: async (address, username, look) => {
      const network = networkOf(address);
      const name = pair(network, username);
      await admit(name, network);
      /** What breaks off counts too: nobody gets out of the row by leaving. */
      let failed = true;
      try {
        const found = await look();
        failed = found === null;
        return found;
      } finally {
        names.end(name, failed);
        networks.end(network, failed);
        if (!failed) names.forget(name);
        wake(network);
      }
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

  /** Attempts of which nobody knows yet whether they fail. */
  const underWay = new Map<string, number>();
  const wait = (key: string, more: number) => Math.max(0, owed(key) - (allowed - 1 - more) * forgivenAfterMs);

  const makeRoom = () => {
    // Insertion order is the order of the last failure: whoever is in front failed longest ago.
    for (const [key, until] of forgivenAt) {
      if (forgivenAt.size < KEPT && until > now()) return;
      forgivenAt.delete(key);
    }
  };
  const count = (key: string) => {
    const ms = owed(key) + forgivenAfterMs;
    forgivenAt.delete(key);
    makeRoom();
    forgivenAt.set(key, now() + ms);
  };
  return {
    /** Milliseconds until one more is allowed. */
    wait: (key: string) => wait(key, 0),
    /** Whether one more is allowed even when all that are under way fail. */
    hasRoom: (key: string) => wait(key, underWay.get(key) ?? 0) === 0,
    begin: (key: string) => void underWay.set(key, (underWay.get(key) ?? 0) + 1),
    end: (key: string, failed: boolean) => {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left === 0) underWay.delete(key);
      else underWay.set(key, left);
      if (failed) count(key);
    },
    forget: (key: string) => void forgivenAt.delete(key),
    size: () => forgivenAt.size,
  };
}
