import { hash } from "node:crypto";
import { isIPv6, SocketAddress } from "node:net";
import { TOO_MANY_SIGN_INS } from "@postil/domain/accounts/sign-in";
import type { RequestOrigin } from "../storage/store.ts";
import { TooManyAttempts } from "./errors.ts";

/** The limits of attempts to sign in and to guess a key, by the network that they come from (AUT-14). */

/** Number of allowed failures in a row, and the time after which one failure is forgotten. */
type FailurePatience = {
  readonly allowed: number;
  readonly forgivenAfterMs: number;
  /** A success clears all failures in the row. */
  readonly endsWithSuccess?: boolean;
};

/** For one network and one user name: a locked-out user may try again twice a minute. */
const FOR_A_NAME: FailurePatience = { allowed: 5, forgivenAfterMs: 30_000, endsWithSuccess: true };
/** For one network and all names: enough for a room full of people with new passwords. */
const FOR_A_NETWORK: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };
/** For one network and one provider that fails itself: each attempt has asked the provider, and nobody has guessed. */
const FOR_A_PROVIDER: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };
/** For one network: the limit for different unknown keys. */
const FOR_KEYS: FailurePatience = { allowed: 30, forgivenAfterMs: 10_000 };

/**
 * Maximum number of rows of each kind in memory: the row with the oldest last failure is removed first. Also the maximum
 * number of good keys and of unknown keys.
 */
const KEPT = 10_000;

/** An IPv4 address in its IPv6 form, in the only spelling that Node uses for it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
/** A home or an office gets at least 64 of the 128 bits of its IPv6 addresses. */
const GROUPS = 4;
/** Many of them get up to 80 bits, which is 65,536 such networks. */
const WIDER_GROUPS = 3;

/** The range in which one visitor can own all addresses: an IPv4 address itself, or the network of an IPv6 address. */
export function networkOf(address: string): string {
  const spelled = spelledAlike(address);
  return MAPPED.exec(spelled)?.[1] ?? groupsOf(spelled, GROUPS) ?? address;
}

/** The wider range in which one visitor may own all networks; null for an address that has no wider range. */
export function widerNetworkOf(address: string): string | null {
  const spelled = spelledAlike(address);
  return MAPPED.test(spelled) ? null : groupsOf(spelled, WIDER_GROUPS);
}

/** A network that does not tell one machine: 24 bits of an IPv4 address, 48 of an IPv6 address (COM-15). */
export function shownNetworkOf(address: string): string {
  const wider = widerNetworkOf(address);
  if (wider !== null) return `${wider}::/48`;
  return networkOf(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
}

export const widestNetworkOf = (address: string): string => widerNetworkOf(address) ?? networkOf(address);

/**
 * An IPv6 address in lower case, without unnecessary zeros and without a zone. A mapped IPv4 address keeps its dots. Other
 * addresses stay unchanged.
 */
const spelledAlike = (address: string): string =>
  isIPv6(address) ? new SocketAddress({ address, family: "ipv6" }).address : address;

/** The first `count` of the eight groups of an IPv6 address, in one spelling; null for other addresses. */
function groupsOf(address: string, count: number): string | null {
  if (!isIPv6(address)) return null;
  const [before = "", after] = address.split("::");
  const first = before.split(":").filter((group) => group !== "");
  const last = (after ?? "").split(":").filter((group) => group !== "");
  const zeros = after === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, count).join(":");
}

/** Result of an attempt; "neither" leaves its rows unchanged. */
type AttemptEnd = "failed" | "succeeded" | "neither";

type FailureRow = {
  /** Milliseconds until one more attempt is allowed. */
  wait(): number;
  /** True if one more attempt is allowed even if all running attempts fail. */
  hasRoom(): boolean;
  begin(): void;
  end(became: AttemptEnd): void;
};

/** Counts failures in a row for each key. `now` is in milliseconds. */
function createFailureRows({ allowed, forgivenAfterMs, endsWithSuccess = false }: FailurePatience, now: () => number) {
  /** The time at which all failures of a key are forgotten: each failure moves it later. */
  const forgivenAt = new Map<string, number>();
  /** Number of attempts that are still running, by key. */
  const underWay = new Map<string, number>();
  const owed = (key: string) => Math.max(0, (forgivenAt.get(key) ?? 0) - now());
  const wait = (key: string, more: number) => Math.max(0, owed(key) - (allowed - 1 - more) * forgivenAfterMs);

  const count = (key: string) => {
    const ms = owed(key) + forgivenAfterMs;
    forgivenAt.delete(key);
    // Insertion order is the order of the last failure: the first entry failed longest ago.
    for (const [oldest, until] of forgivenAt) {
      if (forgivenAt.size < KEPT && until > now()) break;
      forgivenAt.delete(oldest);
    }
    forgivenAt.set(key, now() + ms);
  };
  return {
    row: (key: string): FailureRow => ({
      wait: () => wait(key, 0),
      hasRoom: () => wait(key, underWay.get(key) ?? 0) === 0,
      begin: () => void underWay.set(key, (underWay.get(key) ?? 0) + 1),
      end: (became) => {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
        if (became === "failed") count(key);
        else if (became === "succeeded" && endsWithSuccess) forgivenAt.delete(key);
      },
    }),
    size: () => forgivenAt.size,
  };
}

/** One visitor may have many networks. All of them together may fail this many times as often as one network. */
const WIDER = 4;

/** Counts failures by network, and also by the wider network where one visitor may have many networks (IPv6). */
function createNetworkRows(patience: FailurePatience, now: () => number) {
  const near = createFailureRows(patience, now);
  const { allowed, forgivenAfterMs } = patience;
  const wide = createFailureRows(
    { ...patience, allowed: allowed * WIDER, forgivenAfterMs: forgivenAfterMs / WIDER },
    now,
  );
  return {
    /** The rows for an attempt from this address. With `what`, each thing that is tried has its own rows. */
    of: (address: string, what?: string): readonly FailureRow[] => {
      const keyOf = (network: string) => (what === undefined ? network : pairOf(network, what));
      const wider = widerNetworkOf(address);
      const row = near.row(keyOf(networkOf(address)));
      return wider === null ? [row] : [row, wide.row(keyOf(wider))];
    },
    size: () => near.size() + wide.size(),
  };
}

/** A hash, because clients may send long texts. */
const pairOf = (network: string, what: string): string => hash("sha256", JSON.stringify([network, what]));

/** Maximum number of waiting attempts from one network. */
const WAITING = 100;

/** Texts for a caller who has to wait: after too many failures, or because too many attempts are still running. */
type TooMany = { readonly failed: string; readonly underWay: string };

/**
 * Runs `look` for one attempt. Null means failure, and is counted in all `rows`. An error is counted too, except an error that
 * is not `counted`. If many attempts come at once from one `network`, only as many run as could still fail: the others wait
 * for the results. Refuses an attempt that would have to wait longer.
 */
function createCountedAttempts(tooMany: TooMany) {
  /** By network: the attempts that wait for another one to end. */
  const waiting = new Map<string, (() => void)[]>();

  /** Resolves when one more attempt may run. The attempt is then registered as begun. */
  const admit = async (network: string, rows: readonly FailureRow[]): Promise<void> => {
    for (;;) {
      const wait = Math.max(...rows.map((row) => row.wait()));
      if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000), tooMany.failed);
      if (rows.every((row) => row.hasRoom())) {
        for (const row of rows) row.begin();
        return;
      }
      const others = waiting.get(network) ?? [];
      if (others.length >= WAITING) throw new TooManyAttempts(1, tooMany.underWay);
      waiting.set(network, others);
      await new Promise<void>((resolve) => others.push(resolve));
    }
  };
  const wake = (network: string) => {
    const others = waiting.get(network) ?? [];
    waiting.delete(network);
    for (const goOn of others) goOn();
  };
  // An aborted attempt counts too: a client cannot avoid the count by disconnecting.
  return async <T>(
    network: string,
    rows: readonly FailureRow[],
    look: () => Promise<T>,
    counted: (error: unknown) => boolean = () => true,
  ): Promise<T> => {
    await admit(network, rows);
    let became: AttemptEnd = "failed";
    try {
      const found = await look();
      if (found !== null) became = "succeeded";
      return found;
    } catch (error) {
      if (!counted(error)) became = "neither";
      throw error;
    } finally {
      for (const row of rows) row.end(became);
      wake(network);
    }
  };
}

type ProviderWay = {
  readonly address: string;
  readonly provider: string;
  /** True if an error of `look` is the provider's own failure. */
  readonly isTheProviders: (error: unknown) => boolean;
};

export type SignInLimit = ReturnType<typeof createSignInLimit>;

/** `now` is in milliseconds. */
export function createSignInLimit(now: () => number = Date.now) {
  const names = createNetworkRows(FOR_A_NAME, now);
  const networks = createNetworkRows(FOR_A_NETWORK, now);
  const providers = createNetworkRows(FOR_A_PROVIDER, now);
  const attempt = createCountedAttempts(TOO_MANY_SIGN_INS);
  const attemptWithProvider = createCountedAttempts(TOO_MANY_SIGN_INS);
  const rowsOf = (address: string, what: string) => [...names.of(address, what), ...networks.of(address)];
  return {
    /**
     * Checks a password; null means a wrong one, and is counted. If many attempts come at once, only as many run as could
     * still fail: the others wait for the results. Refuses an attempt that would have to wait longer, with `TooManyAttempts`.
     * A right password clears the failures of its name.
     */
    attempt: <T>(address: string, username: string, look: () => Promise<T>): Promise<T> =>
      attempt(widestNetworkOf(address), rowsOf(address, username), look),
    /**
     * Checks a return from a provider. A failure is counted as a wrong password is, except one for which `isTheProviders` is
     * true. Such a failure delays only people who use that provider, and limits how often the provider is asked.
     */
    attemptWith: <T>({ address, provider, isTheProviders }: ProviderWay, look: () => Promise<T>): Promise<T> => {
      const network = widestNetworkOf(address);
      // Each provider has its own rows: people who wait for a slow provider do not block another provider.
      const rows = rowsOf(address, `the callback of ${provider}`);
      const guarded = () => attempt(network, rows, look, (error) => !isTheProviders(error));
      return attemptWithProvider(network, providers.of(address, provider), guarded, isTheProviders);
    },
    /** Number of rows in memory. */
    get size() {
      return names.size() + networks.size() + providers.size();
    },
  };
}

/** A key of this length cannot be guessed. Keys that Postil makes are longer; keys that people choose may be shorter. */
const LONG = 40;
/** Within this time, the same unknown key from the same network counts as one guess. */
const SAME_GUESS_MS = 60 * 60_000;

const TOO_MANY_KEYS: TooMany = {
  failed: "Too many unknown API keys in a row.",
  underWay: "Too many API keys from this network are being looked up at this moment.",
};

type KeyParts<K> = {
  /** Finds the owner of a key; null means that nobody has it. */
  readonly ask: (key: string) => Promise<K | null>;
  /** Notes that somebody tried a new unknown key. */
  readonly note: (from: RequestOrigin) => Promise<void>;
};

/** Finds the owner of a key; null means that nobody has it. */
export type LookUpKey<K> = (key: string, from: RequestOrigin) => Promise<K | null>;

/**
 * An unknown key is counted. After too many of them, another key is refused with `TooManyAttempts`. Exceptions are a long key
 * that is good, and a short key that was good from the same network before. `now` is in milliseconds.
 */
export function createKeyGuesses<K>({ ask, note }: KeyParts<K>, now: () => number = Date.now) {
  const networks = createNetworkRows(FOR_KEYS, now);
  const attempt = createCountedAttempts(TOO_MANY_KEYS);
  /** Good short keys, each with the network that sent it. */
  const good = createKept(() => Number.POSITIVE_INFINITY, now);
  const unknown = createKept(() => now() + SAME_GUESS_MS, now);
  const underWay = new Map<string, Promise<K | null>>();

  /** A key that belongs to somebody but is not valid any more does not count as a guess. */
  const outcomeOf = (key: string): Promise<{ readonly found: K } | { readonly error: unknown } | null> =>
    ask(key).then(
      (found) => found && { found },
      (error: unknown) => ({ error }),
    );
  const guess = async (key: string, place: string, from: RequestOrigin): Promise<K | null> => {
    const look = async () => (key.length >= LONG ? null : outcomeOf(key));
    const outcome = await attempt(widestNetworkOf(from.address), networks.of(from.address), look);
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
  const look: LookUpKey<K> = async (key, from) => {
    const isLong = key.length >= LONG;
    const found = isLong ? await ask(key) : null;
    if (found !== null) return found;
    const place = pairOf(networkOf(from.address), key);
    if (isLong) return unknown.has(place) ? null : guessOnce(key, place, from);
    const again = good.has(place) || unknown.has(place) ? await ask(key) : null;
    return again ?? (unknown.has(place) ? null : guessOnce(key, place, from));
  };
  return { look };
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
