import { changeToWire, preferenceFromWire } from "@postil/contract/accounts/preference-mapping";
import { asObject } from "@postil/domain/json-object";
import { DEFAULT_PREFERENCES, type Preferences, readPreferences } from "@postil/domain/preferences/definitions";
import {
  isSame,
  type Member,
  type Members,
  type MemberValue,
  MOST_CHANGES,
  membersOf,
  withMembers,
} from "@postil/domain/preferences/members";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { connection } from "../connection/connection.ts";
import { onSessionChange, signedInId } from "../session/store.ts";
import { readStoredObject, STORAGE_KEYS, storedValue } from "../storage.ts";
import { getPreferences, onPreferencesChange, replacePreferences, syncStatus } from "./store.ts";

/** Wait before a change is sent, ms: a slider changes many times while it moves. */
const REST = 400;
/** A page that is shown again loads changes made elsewhere, but not more often than this, ms. */
const LOOKED = 2_000;
/** Wait before another try when the server could be reached but did not save, ms. */
const AGAIN = 30_000;

let following = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let nextLook: ReturnType<typeof setTimeout> | undefined;
/** True if the server must be asked even without a change to send. */
let asks = false;
let running = false;
let lookedAt = 0;

/** From now on, syncs this browser's preferences with those of the signed-in user (AUT-29, design/device.md#preferences). */
export function followPerson(): void {
  if (following) return;
  following = true;
  onSessionChange(takeOver);
  onPreferencesChange(() => later(REST));
  connection.onChange(() => connection.isOnline() && ask());
  for (const event of ["visibilitychange", "focus"]) window.addEventListener(event, look);
  takeOver();
}

/** A page that is hidden sends its changes at once. A page that asked a moment ago asks again when the pause is over. */
function look(): void {
  clearTimeout(nextLook);
  const rest = lookedAt + LOOKED - Date.now();
  if (document.visibilityState === "hidden") {
    if (timer !== undefined) later(0);
  } else if (rest > 0) nextLook = setTimeout(look, rest);
  else ask();
}

function ask(ms = 0): void {
  asks = true;
  later(ms);
}

function later(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    void synchronize();
  }, ms);
}

/** Loads the preferences of the user who is signed in now. */
function takeOver(): void {
  const id = signedInId();
  if (id === null) return;
  const owner = ownerOfPreferences();
  if (owner === null) keep(id, withChanges(keptOf(id), getPreferences(), null));
  else if (owner !== id) {
    keep(owner, withChanges(keptOf(owner), getPreferences(), Date.now()));
    const kept = keptOf(id);
    replacePreferences(withMembers(getPreferences(), valuesOf(kept)));
    keep(id, kept);
  }
  ask();
}

/** The stored state of this browser's user, with the changes made since. */
function noted(id: string): Kept {
  const before = keptOf(id);
  // Another tab has made a change that this tab has not received yet.
  if (!isInStep(getPreferences())) return before;
  const kept = withChanges(before, getPreferences(), Date.now());
  if (kept !== before) keep(id, kept);
  return kept;
}

async function synchronize(): Promise<void> {
  const id = signedInId();
  if (id === null || ownerOfPreferences() !== id) return;
  if (running) return later(REST);
  const sent = Object.fromEntries(Object.entries(noted(id).unsent).slice(0, MOST_CHANGES));
  const tells = Object.keys(sent).length > 0;
  if (!tells && !asks) return syncStatus.set("saved");
  asks = false;
  running = true;
  if (tells) syncStatus.set("saving");
  try {
    const told = await exchange(sent);
    if (signedInId() !== id || ownerOfPreferences() !== id) return;
    lookedAt = Date.now();
    take(id, told, sent);
  } catch (error) {
    failed(id, error, sent);
  } finally {
    running = false;
  }
}

async function exchange(sent: Kept["unsent"]): Promise<Kept["told"]> {
  const items = Object.entries(sent).map(([name, { value, at, seen }]) =>
    changeToWire(name, { value, seen, age: at === null ? null : Math.max(0, Date.now() - at) }),
  );
  const reply =
    items.length === 0
      ? await api.call("getMyPreferences", {}, { quiet: true })
      : await api.call("changeMyPreferences", { body: { items } }, { quiet: true });
  return Object.fromEntries(reply.items.map((item) => [item.name, preferenceFromWire(item)]));
}

function take(id: string, told: Kept["told"], sent: Kept["unsent"]): void {
  const kept = withReply(noted(id), told, sent);
  become(id, kept);
  const waits = Object.keys(kept.unsent).length > 0;
  syncStatus.set(waits ? "saving" : "saved");
  if (waits) later(REST);
}

/** The preferences change first, so that code that sees the new sync state also sees the new values. */
function become(id: string, kept: Kept): void {
  const next = withMembers(getPreferences(), valuesOf(kept));
  if (next !== getPreferences()) replacePreferences(next);
  keep(id, kept);
}

function failed(id: string, error: unknown, sent: Kept["unsent"]): void {
  // The server would refuse these changes again, so its own values stay.
  if (failureOf(error)?.status === 422) {
    console.warn("Preferences were refused", error);
    const kept = noted(id);
    become(id, withReply(kept, kept.told, sent));
  }
  syncStatus.set("waiting");
  ask(AGAIN);
}

/**
 * A change that the server has not confirmed. `at`: ms by this browser's clock, null when unknown. `seen`: sent with the
 * change; the time of the server's last known value.
 */
type Unsent = { readonly value: MemberValue; readonly at: number | null; readonly seen: number | null };

/** The state of one user: the server's last reply, and the changes it does not know yet. */
type Kept = {
  readonly told: { readonly [name: string]: Member };
  readonly unsent: { readonly [name: string]: Unsent };
};

/** `owner`: the user whose preferences the browser shows now. Null: no user yet. */
type Stored = { readonly owner: string | null; readonly people: { readonly [userId: string]: Kept } };

const NOTHING: Kept = { told: {}, unsent: {} };
const synced = storedValue<Stored>(STORAGE_KEYS.preferencesSync, {
  read: (stored) => {
    const people = Object.entries(asObject(stored?.people) ?? {}).map(([id, kept]) => [id, readKept(kept)] as const);
    return { owner: typeof stored?.owner === "string" ? stored.owner : null, people: Object.fromEntries(people) };
  },
});

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

function ownerOfPreferences(): string | null {
  return synced.latest().owner;
}

function keptOf(userId: string): Kept {
  return synced.latest().people[userId] ?? NOTHING;
}

/** Stores the state of a user, who is the owner of the browser's preferences from now on. */
function keep(userId: string, kept: Kept): void {
  synced.set({ owner: userId, people: { ...synced.latest().people, [userId]: kept } });
}

/** True if these preferences equal the stored ones. Also true if nothing is stored, because nothing can be compared. */
function isInStep(preferences: Preferences): boolean {
  const stored = synced.isStored() ? readStoredObject(STORAGE_KEYS.preferences) : null;
  return stored === null || isSame(membersOf(readPreferences(stored)), membersOf(preferences));
}

/** A user's current values: the server's last reply, overlaid with the changes it does not know yet. */
const valuesOf = ({ told, unsent }: Kept): Members =>
  Object.fromEntries(Object.entries({ ...told, ...unsent }).map(([name, { value }]) => [name, value]));

/** Adds the changes made in the browser since. Returns the same object when there are none. */
function withChanges(kept: Kept, preferences: Preferences, at: number | null): Kept {
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
function withReply({ unsent }: Kept, told: Kept["told"], sent: Kept["unsent"]): Kept {
  const waits = Object.entries(unsent).filter(
    ([name, { value, at }]) => sent[name] === undefined || sent[name].at !== at || !isSame(sent[name].value, value),
  );
  const again = waits.map(([name, one]) => [name, { ...one, seen: told[name]?.changedAt ?? one.seen }] as const);
  return { told, unsent: Object.fromEntries(again) };
}
