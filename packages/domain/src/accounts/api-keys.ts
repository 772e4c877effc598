import type { TextLimits } from "../datasets/names.ts";
import { DAY, type Micros } from "../time.ts";

/** A key that a person has beside the first one, which everybody has and `/me` tells: for one script or machine. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  /** The last characters of the key: all that is told of it later. */
  readonly ending: string;
  readonly insertedAt: Micros;
  /** Null: never. */
  readonly expiresAt: Micros | null;
} & KeyUse;

export type KeyUse = {
  /** Null: not yet. */
  readonly lastUsedAt: Micros | null;
  /** The program that showed it, as far as it says. */
  readonly lastUsedBy: string | null;
};

/** What of the first key is told beside itself. */
export type FirstKey = { readonly ending: string } & KeyUse;

/** A first key that is not made here but brought along, so that scripts go on with it: it stands in a header. */
export const BROUGHT_KEY = { min: 8, max: 200, pattern: /^[\x21-\x7e]+$/ } as const satisfies TextLimits;

/** All keys of a person, the newest first. */
export type Keys = { readonly first: FirstKey; readonly items: readonly ApiKey[] };

/** Tells named keys from first ones at a glance. */
export const KEY_PREFIX = "pk_";
export const KEY_NAME = { min: 1, max: 60 } as const satisfies TextLimits;
/** Of one person. */
export const MOST_KEYS = 50;
/** The longest time a key that expires is made for. */
export const MOST_KEY_DAYS = 3650;

export const endingOf = (key: string): string => key.slice(-4);

export const keyExpires = (now: Micros, days: number): Micros => now + days * DAY;

/** A key says that it ends this long before it does. */
const WARNED: Micros = 14 * DAY;

/** What is to be known of when a key ends (design/user-settings.md#api-keys). */
export function keyState(expiresAt: Micros | null, now: Micros): "good" | "ending" | "expired" {
  if (expiresAt === null || expiresAt - now > WARNED) return "good";
  return expiresAt > now ? "ending" : "expired";
}

/** Days until a key ends, begun ones counted. */
export const daysLeft = (expiresAt: Micros, now: Micros): number => Math.max(0, Math.ceil((expiresAt - now) / DAY));
