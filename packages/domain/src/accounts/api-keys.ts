import type { TextLimits } from "../datasets/names.ts";
import { DAY, type Micros } from "../time.ts";

/** A named API key, for one script or machine. Every person also has a first key, which `/me` returns. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  /** The last characters of the key: later replies contain only these. */
  readonly ending: string;
  readonly insertedAt: Micros;
  /** Null: it never expires. */
  readonly expiresAt: Micros | null;
} & KeyUse;

export type KeyUse = {
  /** Null: it was not used yet. */
  readonly lastUsedAt: Micros | null;
  /** The program that used it; null if unknown. */
  readonly lastUsedBy: string | null;
};

export type FirstKey = { readonly ending: string } & KeyUse;

/**
 * Limits for a first key from another server, which is kept so that scripts continue to work. It is sent in a header.
 */
export const BROUGHT_KEY = { min: 8, max: 200, pattern: /^[\x21-\x7e]+$/ } as const satisfies TextLimits;

export type Keys = { readonly first: FirstKey; readonly items: readonly ApiKey[] };

/** Marks named keys, so that they are easy to tell from first keys. */
export const KEY_PREFIX = "pk_";
export const KEY_NAME = { min: 1, max: 60 } as const satisfies TextLimits;
export const MOST_KEYS = 50;
/** Longest time until a new key expires, in days. */
export const MOST_KEY_DAYS = 3650;

export const endingOf = (key: string): string => key.slice(-4);

export const keyExpires = (now: Micros, days: number): Micros => now + days * DAY;

/** Time before its end at which a key is shown as ending. */
const WARNED: Micros = 14 * DAY;

/** The state of a key by its end (design/user-settings.md#api-keys). */
export function keyState(expiresAt: Micros | null, now: Micros): "good" | "ending" | "expired" {
  if (expiresAt === null || expiresAt - now > WARNED) return "good";
  return expiresAt > now ? "ending" : "expired";
}

/** Days until a key ends; a day that has begun counts. */
export const daysLeft = (expiresAt: Micros, now: Micros): number => Math.max(0, Math.ceil((expiresAt - now) / DAY));

/** Publicly known keys: the documentation of servers that people move from contains them. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(["argilla.apikey", "owner.apikey", "admin.apikey", "rubrix.apikey"]);

/** Least length of a chosen key: shorter keys can be guessed from many addresses at once. */
export const CHOSEN_KEY_MIN = 12;

/** The weakness of a key that a person chose, or null. */
export function weaknessOfKey(key: string): "known" | "short" | null {
  if (KNOWN_KEYS.has(key)) return "known";
  return key.length < CHOSEN_KEY_MIN ? "short" : null;
}
