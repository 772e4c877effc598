import { hash } from "node:crypto";
import { isIPv6, SocketAddress } from "node:net";
import { type Counted, type FailureRow, waitOf } from "@postil/domain/accounts/failures";
import { TOO_MANY_SIGN_INS } from "@postil/domain/accounts/sign-in";
import type { Failures } from "../shared/failures.ts";
import type { RequestOrigin } from "../storage/store.ts";
import { TooManyAttempts } from "./errors.ts";

/** The limits of attempts to sign in and to guess a key, by the network that they come from (AUT-14). */

/** Maximum number of good keys and of unknown keys in memory. */
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

/**
 * The rows of an attempt from this address: by network, and also by the wider network where one visitor may have many networks
 * (IPv6). With `what`, each thing that is tried has its own rows.
 */
function rowsOf(kind: Counted, address: string, what?: string): readonly FailureRow[] {
  const keyOf = (network: string) => (what === undefined ? network : pairOf(network, what));
  const wider = widerNetworkOf(address);
  const row: FailureRow = { kind, key: keyOf(networkOf(address)) };
  return wider === null ? [row] : [row, { kind: `wide ${kind}`, key: keyOf(wider) }];
}

/** A hash, because clients may send long texts. */
const pairOf = (network: string, what: string): string => hash("sha256", JSON.stringify([network, what]));

/** Maximum number of waiting attempts from one network. */
const WAITING = 100;

/** Texts for a caller who has to wait: after too many failures, or because too many attempts are still running. */
type TooMany = { readonly failed: string; readonly underWay: string };

type Outcome<T> = { readonly found: T } | { readonly error: unknown };

const outcomeOf = <T>(look: () => Promise<T>): Promise<Outcome<T>> =>
  look().then(
    (found) => ({ found }),
    (error: unknown) => ({ error }),
  );

/**
 * Runs `look` for one attempt. Null means failure, and is counted in all `rows`. An error is counted too, except an error that
 * is not `counted`. If many attempts come at once from one `network`, only as many run as could still fail: the others wait
 * for the results. Refuses an attempt that would have to wait longer, and one that other servers have let fail too often in
 * the meantime: nobody learns what it found.
 */
function createCountedAttempts(failures: Failures, tooMany: TooMany) {
  /** By network: the attempts that wait for another one to end. Each is called in its turn, and resolves when it is decided. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  /** Number of attempts that are still running, by row. */
  const running = new Map<string, number>();
  /** Attempts that read how many failures there are; old: another one has ended since, and may have failed. */
  const looking = new Set<{ readonly network: string; isOld: boolean }>();
  const nameOf = ({ kind, key }: FailureRow) => `${kind} ${key}`;
  const runningIn = (row: FailureRow) => running.get(nameOf(row)) ?? 0;
  const add = (rows: readonly FailureRow[], more: 1 | -1) => {
    for (const row of rows) {
      const now = runningIn(row) + more;
      if (now === 0) running.delete(nameOf(row));
      else running.set(nameOf(row), now);
    }
  };
  const refuseWait = (wait: number): void => {
    if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000), tooMany.failed);
  };
  /** True if one more attempt is allowed even if all running attempts fail. */
  const hasRoom = (rows: readonly FailureRow[], left: readonly number[]) => waitOf(rows, left, runningIn) === 0;

  /** Resolves when one more attempt may run. The attempt is then registered as begun. */
  const admit = async (network: string, rows: readonly FailureRow[]): Promise<void> => {
    let decided = () => {};
    try {
      for (;;) {
        // Where too many run already, nothing has to be read.
        if (hasRoom(rows, [])) {
          const look = { network, isOld: false };
          looking.add(look);
          const left = await failures.left(rows).finally(() => looking.delete(look));
          if (look.isOld) continue;
          refuseWait(waitOf(rows, left));
          if (hasRoom(rows, left)) {
            add(rows, 1);
            return;
          }
        }
        const others = waiting.get(network) ?? [];
        if (others.length >= WAITING) throw new TooManyAttempts(1, tooMany.underWay);
        waiting.set(network, others);
        const turn = Promise.withResolvers<() => void>();
        others.push(() => new Promise((resolve) => turn.resolve(resolve)));
        decided();
        decided = await turn.promise;
      }
    } finally {
      decided();
    }
  };
  /** After an attempt has ended: who was reading meanwhile reads again, and who waits may go on. */
  const wake = async (network: string): Promise<void> => {
    for (const look of looking) if (look.network === network) look.isOld = true;
    const others = waiting.get(network) ?? [];
    waiting.delete(network);
    for (const goOn of others) await goOn();
  };
  // An aborted attempt counts too: a client cannot avoid the count by disconnecting.
  return async <T>(
    network: string,
    rows: readonly FailureRow[],
    look: () => Promise<T>,
    counted: (error: unknown) => boolean = () => true,
  ): Promise<T> => {
    await admit(network, rows);
    let outcome: Outcome<T>;
    try {
      outcome = await outcomeOf(look);
      if ("found" in outcome)
        refuseWait(await (outcome.found === null ? failures.failed(rows) : failures.succeeded(rows)));
      else if (counted(outcome.error)) refuseWait(await failures.failed(rows));
    } finally {
      add(rows, -1);
      void wake(network);
    }
    if ("error" in outcome) throw outcome.error;
    return outcome.found;
  };
}

type ProviderWay = {
  readonly address: string;
  readonly provider: string;
  /** True if an error of `look` is the provider's own failure. */
  readonly isTheProviders: (error: unknown) => boolean;
};

export type SignInLimit = ReturnType<typeof createSignInLimit>;

export function createSignInLimit(failures: Failures) {
  const attempt = createCountedAttempts(failures, TOO_MANY_SIGN_INS);
  const attemptWithProvider = createCountedAttempts(failures, TOO_MANY_SIGN_INS);
  const rowsFor = (address: string, what: string) => [...rowsOf("name", address, what), ...rowsOf("network", address)];
  return {
    /**
     * Checks a password; null means a wrong one, and is counted. If many attempts come at once, only as many run as could
     * still fail: the others wait for the results. Refuses an attempt that would have to wait longer, with `TooManyAttempts`.
     * A right password clears the failures of its name.
     */
    attempt: <T>(address: string, username: string, look: () => Promise<T>): Promise<T> =>
      attempt(widestNetworkOf(address), rowsFor(address, username), look),
    /**
     * Checks a return from a provider. A failure is counted as a wrong password is, except one for which `isTheProviders` is
     * true. Such a failure delays only people who use that provider, and limits how often the provider is asked.
     */
    attemptWith: <T>({ address, provider, isTheProviders }: ProviderWay, look: () => Promise<T>): Promise<T> => {
      const network = widestNetworkOf(address);
      // Each provider has its own rows: people who wait for a slow provider do not block another provider.
      const rows = rowsFor(address, `the callback of ${provider}`);
      const guarded = () => attempt(network, rows, look, (error) => !isTheProviders(error));
      return attemptWithProvider(network, rowsOf("provider", address, provider), guarded, isTheProviders);
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
  readonly failures: Failures;
};

/** Finds the owner of a key; null means that nobody has it. */
export type LookUpKey<K> = (key: string, from: RequestOrigin) => Promise<K | null>;

/**
 * An unknown key is counted. After too many of them, another key is refused with `TooManyAttempts`. Exceptions are a long key
 * that is good, and a short key that was good from the same network before. What this server remembers of keys only spares counts,
 * so other servers need not know it. `now` is in milliseconds.
 */
export function createKeyGuesses<K>({ ask, note, failures }: KeyParts<K>, now: () => number = Date.now) {
  const attempt = createCountedAttempts(failures, TOO_MANY_KEYS);
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
    const outcome = await attempt(widestNetworkOf(from.address), rowsOf("key", from.address), look);
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
