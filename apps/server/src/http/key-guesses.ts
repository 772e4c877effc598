import type { RequestOrigin } from "../storage/store.ts";
import { createCountedAttempts } from "./counted-attempts.ts";
import type { FailurePatience } from "./failure-rows.ts";
import { networkOf, widestNetworkOf } from "./network-of.ts";
import { createNetworkRows, pairOf } from "./network-rows.ts";

/** From one network: different keys that are nobody's. */
const FOR_A_NETWORK: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };
/** Nobody guesses what is as long as this. Keys that Postil makes are longer, those that people choose may be shorter. */
const LONG = 40;
/** A program that goes on with a key that is nobody's has made no other guess with it for so long. */
const SAME_GUESS_MS = 60 * 60_000;
/** Keys that are remembered: good ones, and such as are nobody's. */
const KEPT = 10_000;

const TOO_MANY = {
  failed: "Too many unknown API keys in a row.",
  underWay: "Too many API keys from this network are being looked up at this moment.",
};

type Parts<K> = {
  /** Whose key it is; null: nobody's. */
  readonly ask: (key: string) => Promise<K | null>;
  /** Somebody has tried another key that is nobody's. */
  readonly note: (from: RequestOrigin) => Promise<void>;
};

export type KeyGuesses<K> = {
  /**
   * Whose key it is; null is nobody's, and counted (AUT-14). Where too many were tried, another one is refused as
   * `TooManyAttempts`: not a long one that is good, nor a short one that has been good from there before.
   */
  look(key: string, from: RequestOrigin): Promise<K | null>;
};

type Outcome<K> = { readonly found: K } | { readonly error: unknown };

/** `now` is in milliseconds. */
export function createKeyGuesses<K>({ ask, note }: Parts<K>, now: () => number = Date.now): KeyGuesses<K> {
  const networks = createNetworkRows(FOR_A_NETWORK, now);
  const attempts = createCountedAttempts(TOO_MANY);
  /** Short keys, each with the network it was shown from. */
  const good = createKept(() => Number.POSITIVE_INFINITY, now);
  const unknown = createKept(() => now() + SAME_GUESS_MS, now);
  const underWay = new Map<string, Promise<K | null>>();

  /** A key that is somebody's, but no good any more, is no guess. */
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
  /** Programs that call many times at once with one key have made one guess. */
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

/** Places in the order they were kept, the first of which goes when there are too many. */
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
