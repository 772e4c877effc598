import { asObject } from "@postil/domain/json-object";
import { DEFAULT_PREFERENCES, type Preferences, readPreferences } from "@postil/domain/preferences/definitions";
import {
  isSame,
  type Member,
  type Members,
  type MemberValue,
  membersOf,
  withMembers,
} from "@postil/domain/preferences/members";
import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../storage.ts";

/**
 * A change that the server has not confirmed. `at`: ms by this browser's clock, null when unknown. `seen`: sent with the
 * change; the time of the server's last known value.
 */
export type Unsent = { readonly value: MemberValue; readonly at: number | null; readonly seen: number | null };

/** The state of one user: the server's last reply, and the changes it does not know yet. */
export type Kept = {
  readonly told: { readonly [name: string]: Member };
  readonly unsent: { readonly [name: string]: Unsent };
};

/** `owner`: the user whose preferences the browser shows now. Null: no user yet. */
type Stored = { readonly owner: string | null; readonly people: { readonly [userId: string]: Kept } };

const NOTHING: Kept = { told: {}, unsent: {} };
/** Used for this visit if the browser denies its storage. */
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

/** Stores the state of a user, who is the owner of the browser's preferences from now on. */
export function keep(userId: string, kept: Kept): void {
  const next = { owner: userId, people: { ...read().people, [userId]: kept } };
  if (!writeStoredObject(STORAGE_KEYS.preferencesSync, next)) denied = next;
}

/** True if these preferences equal the stored ones. Also true if nothing is stored, because nothing can be compared. */
export function isInStep(preferences: Preferences): boolean {
  const stored = denied === null ? readStoredObject(STORAGE_KEYS.preferences) : null;
  return stored === null || isSame(membersOf(readPreferences(stored)), membersOf(preferences));
}

/** A user's current values: the server's last reply, overlaid with the changes it does not know yet. */
export const valuesOf = ({ told, unsent }: Kept): Members =>
  Object.fromEntries(Object.entries({ ...told, ...unsent }).map(([name, { value }]) => [name, value]));

/** Adds the changes made in the browser since. Returns the same object when there are none. */
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

/** The state after a reply. A sent change is done, unless it was changed again meanwhile. */
export function withReply({ unsent }: Kept, told: Kept["told"], sent: Kept["unsent"]): Kept {
  const waits = Object.entries(unsent).filter(
    ([name, { value, at }]) => sent[name] === undefined || sent[name].at !== at || !isSame(sent[name].value, value),
  );
  const again = waits.map(([name, one]) => [name, { ...one, seen: told[name]?.changedAt ?? one.seen }] as const);
  return { told, unsent: Object.fromEntries(again) };
}
