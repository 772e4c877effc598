import type { RequestOrigin } from "../storage/store.ts";
import { createCountedAttempts } from "./counted-attempts.ts";
import type { FailurePatience } from "./failure-rows.ts";
import { networkOf, widestNetworkOf } from "./network-of.ts";
import { createNetworkRows, pairOf } from "./network-rows.ts";

/** For one network: the limit for different unknown keys. */
const FOR_A_NETWORK: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };
/** A key of this length cannot be guessed. Keys that Postil makes are longer; keys that people choose may be shorter. */
const LONG = 40;
/** Within this time, the same unknown key from the same network counts as one guess. */
const SAME_GUESS_MS = 60 * 60_000;
/** Maximum number of keys in each memory: for good keys and for unknown keys. */
const KEPT = 10_000;

const TOO_MANY = {
  failed: "Too many unknown API keys in a row.",
  underWay: "Too many API keys from this network are being looked up at this moment.",
};

type Parts<K> = {
  /** Finds the owner of a key; null means that nobody has it. */
  readonly ask: (key: string) => Promise<K | null>;
  /** Notes that somebody tried a new unknown key. */
  readonly note: (from: RequestOrigin) => Promise<void>;
};

export type KeyGuesses<K> = {
  /**
   * Finds the owner of a key; null means that nobody has it, and is counted (AUT-14). After too many unknown keys, another
   * key is refused with `TooManyAttempts`. Exceptions are a long key that is good, and a short key that was good from the
   * same network before.
   */
  look(key: string, from: RequestOrigin): Promise<K | null>;
};

type Outcome<K> = { readonly found: K } | { readonly error: unknown };

/** `now` is in milliseconds. */
export function createKeyGuesses<K>({ ask, note }: Parts<K>, now: () => number = Date.now): KeyGuesses<K> {
  const networks = createNetworkRows(FOR_A_NETWORK, now);
  const attempts = createCountedAttempts(TOO_MANY);
  /** Good short keys, each with the network that sent it. */
  const good = createKept(() => Number.POSITIVE_INFINITY, now);
  const unknown = createKept(() => now() + SAME_GUESS_MS, now);
  const underWay = new Map<string, Promise<K | null>>();

  /** A key that belongs to somebody but is not valid any more does not count as a guess. */
  const outcomeOf = (key: string): Promise<Outcome<K> | null> =>
    ask(key).then(
      (found) => found && { found },
      (error: unknown) => ({ error }),
    );
  const guess = async (key: string, place: string, from: RequestOrigin): Promise<K | null> => {
    const look = async () => (key.length >= LONG ? null : outcomeOf(key));
    const outcome = await attempts.attempt(widestNetworkOf(from.address), networks.of(from.address), look);
    if (outcome === null) {
      unknown.keep(place);
      await note(from);
      return null;
    }
    if ("error" in outcome) throw outcome.error;
    good.keep(place);
    return outcome.found;
  };
  /** Many calls at once with the same key count as one guess. */
  const guessOnce = (key: string, place: string, from: RequestOrigin): Promise<K | null> => {
    const guessing = underWay.get(place) ?? guess(key, place, from).finally(() => underWay.delete(place));
    underWay.set(place, guessing);
    return guessing;
  };
  return {
    look: async (key, from) => {
      const isLong = key.length >= LONG;
      const found = isLong ? await ask(key) : null;
      if (found !== null) return found;
      const place = pairOf(networkOf(from.address), key);
      if (isLong) return unknown.has(place) ? null : guessOnce(key, place, from);
      const again = good.has(place) || unknown.has(place) ? await ask(key) : null;
      return again ?? (unknown.has(place) ? null : guessOnce(key, place, from));
    },
  };
}

/** Remembers places in order. The oldest one is removed when there are too many. */
function createKept(until: () => number, now: () => number) {
  const kept = new Map<string, number>();
  return {
    has: (place: string) => (kept.get(place) ?? 0) > now(),
    keep: (place: string) => {
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= KEPT) kept.delete(oldest);
      kept.delete(place);
      kept.set(place, until());
    },
  };
}
