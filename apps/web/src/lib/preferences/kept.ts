import { asObject } from "@postil/domain/json-object";
import { DEFAULT_PREFERENCES, type Preferences, readPreferences } from "@postil/domain/preferences/definitions";
import { isSame, type Members, type MemberValue, membersOf, withMembers } from "@postil/domain/preferences/members";
import type { Member } from "@postil/domain/preferences/merge";
import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../storage.ts";

/** A change that the server has not confirmed. `at`: ms by this browser's clock, null when nobody knows; `seen` as it goes out. */
export type Unsent = { readonly value: MemberValue; readonly at: number | null; readonly seen: number | null };

/** Of one person: what the server told last, and what it does not know yet. */
export type Kept = {
  readonly told: { readonly [name: string]: Member };
  readonly unsent: { readonly [name: string]: Unsent };
};

/** `owner`: whose the browser's preferences are now; null: nobody's yet. */
type Stored = { readonly owner: string | null; readonly people: { readonly [userId: string]: Kept } };

const NOTHING: Kept = { told: {}, unsent: {} };
/** Where the browser denies its storage, for this visit. */
let denied: Stored | null = null;

function read(): Stored {
  if (denied !== null) return denied;
  const stored = readStoredObject(STORAGE_KEYS.preferencesSync);
  const people = Object.entries(asObject(stored?.people) ?? {}).map(([id, kept]) => [id, readKept(kept)] as const);
  return { owner: typeof stored?.owner === "string" ? stored.owner : null, people: Object.fromEntries(people) };
}

function readKept(value: unknown): Kept {
  const of = <T>(part: unknown, item: (stored: { readonly [key: string]: unknown }) => T | null) =>
    Object.fromEntries(
      Object.entries(asObject(part) ?? {}).flatMap(([name, stored]) => {
        const found = item(asObject(stored) ?? {});
        return found === null ? [] : [[name, found] as const];
      }),
    );
  const time = (stored: unknown) => (typeof stored === "number" ? stored : null);
  return {
    told: of(asObject(value)?.told, ({ value, changedAt }) =>
      typeof changedAt === "number" ? { value: value ?? null, changedAt } : null,
    ),
    unsent: of(asObject(value)?.unsent, ({ value, at, seen }) => ({
      value: value ?? null,
      at: time(at),
      seen: time(seen),
    })),
  };
}

export function ownerOfPreferences(): string | null {
  return read().owner;
}

export function keptOf(userId: string): Kept {
  return read().people[userId] ?? NOTHING;
}

/** Keeps what is known of a person, whose the browser's preferences are from now on. */
export function keep(userId: string, kept: Kept): void {
  const next = { owner: userId, people: { ...read().people, [userId]: kept } };
  if (!writeStoredObject(STORAGE_KEYS.preferencesSync, next)) denied = next;
}

/** Whether these are the preferences that the browser keeps; a browser that keeps nothing cannot tell. */
export function isInStep(preferences: Preferences): boolean {
  const stored = denied === null ? readStoredObject(STORAGE_KEYS.preferences) : null;
  return stored === null || isSame(membersOf(readPreferences(stored)), membersOf(preferences));
}

/** What a person has: what was told, with what the server does not know yet over it. */
export const valuesOf = ({ told, unsent }: Kept): Members =>
  Object.fromEntries(Object.entries({ ...told, ...unsent }).map(([name, { value }]) => [name, value]));

/** With what was changed in the browser since; the same object when nothing was. */
export function withChanges(kept: Kept, preferences: Preferences, at: number | null): Kept {
  const before = membersOf(withMembers(DEFAULT_PREFERENCES, valuesOf(kept)));
  const now = membersOf(preferences);
  const changed = Object.keys({ ...before, ...now }).filter((name) => !isSame(before[name] ?? null, now[name] ?? null));
  if (changed.length === 0) return kept;
  const entries = changed.map((name) => {
    const unsent: Unsent = { value: now[name] ?? null, at, seen: kept.told[name]?.changedAt ?? null };
    return [name, unsent] as const;
  });
  return { ...kept, unsent: { ...kept.unsent, ...Object.fromEntries(entries) } };
}

/** After a reply: of what was sent nothing waits any more but what was changed again meanwhile. */
export function withReply({ unsent }: Kept, told: Kept["told"], sent: Kept["unsent"]): Kept {
  const waits = Object.entries(unsent).filter(
    ([name, { value, at }]) => sent[name] === undefined || sent[name].at !== at || !isSame(sent[name].value, value),
  );
  const again = waits.map(([name, one]) => [name, { ...one, seen: told[name]?.changedAt ?? one.seen }] as const);
  return { told, unsent: Object.fromEntries(again) };
}
