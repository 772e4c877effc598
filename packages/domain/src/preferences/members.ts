import type { Micros } from "../time.ts";
import { type PreferenceName, type Preferences, readPreferences, VERSION } from "./definitions.ts";

/**
 * The preferences that follow a person to every browser (AUT-29), in parts that are changed separately: a preference by
 * its name, or an entry of a map preference as `name/id`. Preferences that depend on a screen (shares, drawers), and
 * those that change with each answer (labels chosen last), stay in the browser.
 */
const SINGLE = [
  ...(["theme", "density", "recordFont", "recordFontSize", "lineHeight", "motion", "showKeyCaps"] as const),
  ...(["submitOnChoice", "autoAdvance", "discardSafety", "saveDraftsWhenIdle", "showPace", "entityNames"] as const),
  ...(["suggestionsFirst", "seenAfter", "mostAhead", "datasetsSort", "bulkSnap"] as const),
] satisfies readonly PreferenceName[];
const MAPS = [
  ...(["keymap", "suggestionsFirstOf", "fieldsBeside", "bulkPageSizes", "bulkHeights", "pinnedMetadata"] as const),
] satisfies readonly PreferenceName[];
/** Lists without order: each entry has the value `true`. */
const SETS = ["pinnedDatasets"] as const satisfies readonly PreferenceName[];

/** JSON; null: the default value, or the entry does not exist. */
export type MemberValue = unknown;
export type Members = { readonly [name: string]: MemberValue };

export const MEMBER_NAME = { min: 1, max: 300 } as const;
/** Longest JSON of a member, UTF-16 units: enough for the names of a hundred pinned properties. */
export const MOST_MEMBER_TEXT = 4000;
/** Beyond it, the map entries that were changed longest ago are deleted; single preferences never are. */
export const MOST_MEMBERS = 1000;
export const MOST_CHANGES = 200;

const isSingle = (name: string): boolean => SINGLE.some((single) => single === name);

export function membersOf(preferences: Preferences): Members {
  const single = SINGLE.map((name) => [name, preferences[name]] as const);
  const inMaps = MAPS.flatMap((name) =>
    Object.entries(preferences[name]).map(([id, value]) => [`${name}/${id}`, value] as const),
  );
  const inSets = SETS.flatMap((name) => preferences[name].map((id) => [`${name}/${id}`, true] as const));
  return Object.fromEntries([...single, ...inMaps, ...inSets]);
}

/** The preferences with a person's members from the server applied; unreadable and unknown members are ignored. */
export function withMembers(preferences: Preferences, members: Members): Preferences {
  const following = readPreferences({ version: VERSION, ...nested(members) });
  const names = [...SINGLE, ...MAPS, ...SETS].filter((name) => !isSame(preferences[name], following[name]));
  if (names.length === 0) return preferences;
  return { ...preferences, ...Object.fromEntries(names.map((name) => [name, following[name]])) };
}

function nested(members: Members): { readonly [name: string]: unknown } {
  const entries = Object.entries(members).filter(([, value]) => value !== null);
  const of = (name: string) =>
    entries.filter(([key]) => key.startsWith(`${name}/`)).map(([key, value]) => [key.slice(name.length + 1), value]);
  return {
    ...Object.fromEntries(entries.filter(([key]) => isSingle(key))),
    ...Object.fromEntries(MAPS.map((name) => [name, Object.fromEntries(of(name))])),
    ...Object.fromEntries(SETS.map((name) => [name, of(name).map(([id]) => id)])),
  };
}

/** True if two values are equal; the order of a map's entries does not count. */
export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Why a value cannot be stored, or null. Unknown members are of another version, and stored unread. */
export function memberRefusal(name: string, value: MemberValue): string | null {
  const text = JSON.stringify(value);
  if (text.length > MOST_MEMBER_TEXT)
    return `The preference \`${name}\` has ${text.length} characters; at most ${MOST_MEMBER_TEXT} are kept`;
  if (value === null || !isKnown(name)) return null;
  const read = membersOf(readPreferences({ version: VERSION, ...nested({ [name]: value }) }));
  return isSame(read[name], value) ? null : `The preference \`${name}\` cannot be \`${text.slice(0, 100)}\``;
}

const isKnown = (name: string): boolean =>
  isSingle(name) || [...MAPS, ...SETS].some((map) => name.startsWith(`${map}/`));

/** The members to delete so that the rest is within the limit. */
export function toForget(members: readonly { readonly name: string; readonly changedAt: number }[]): readonly string[] {
  const oldest = members.filter(({ name }) => !isSingle(name)).sort((one, other) => one.changedAt - other.changedAt);
  return oldest.slice(0, Math.max(0, members.length - MOST_MEMBERS)).map(({ name }) => name);
}

export type Member = { readonly value: MemberValue; readonly changedAt: Micros };

export type Change = {
  readonly value: MemberValue;
  /**
   * Milliseconds since the change, by the browser's own clock, so that a wrong clock does no harm. Null: unknown,
   * because the browser had the value before its user signed in.
   */
  readonly age: number | null;
  /** The time of the server's value that the browser had seen when it made the change; null: none. */
  readonly seen: Micros | null;
};

/** The result of two changes of a member that did not know of each other: the later one. */
export function mergeMember(one: Member, other: Member): Member {
  if (one.changedAt !== other.changedAt) return one.changedAt > other.changedAt ? one : other;
  // One server never has two changes at the same time. Any rule works that gives the same result in either order.
  return JSON.stringify(one.value) >= JSON.stringify(other.value) ? one : other;
}

/**
 * The result of an incoming change. It replaces a value that its browser had seen, however late it arrives. If the
 * browser had not seen the stored value, the later of the two counts. A value from before the sign-in only fills gaps.
 */
export function takeChange(stored: Member | null, { value, age, seen }: Change, now: Micros): Member {
  if (age === null) return stored ?? { value, changedAt: now };
  const changed = { value, changedAt: Math.min(now, Math.max(now - Math.round(age * 1000), (seen ?? -1) + 1)) };
  return stored === null ? changed : mergeMember(stored, changed);
}
