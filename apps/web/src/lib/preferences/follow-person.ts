import { changeToWire, preferenceFromWire } from "@postil/contract/accounts/preference-mapping";
import { MOST_CHANGES, withMembers } from "@postil/domain/preferences/members";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { connection } from "../connection/current.ts";
import { getSession, onSessionChange } from "../session/store.ts";
import { isInStep, type Kept, keep, keptOf, ownerOfPreferences, valuesOf, withChanges, withReply } from "./kept.ts";
import { getPreferences, onPreferencesChange, replacePreferences } from "./store.ts";
import { setSyncStatus } from "./sync-status.ts";

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

const user = (): string | null => {
  const session = getSession();
  return session.status === "signed-in" ? session.user.id : null;
};

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
  const id = user();
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
  const id = user();
  if (id === null || ownerOfPreferences() !== id) return;
  if (running) return later(REST);
  const sent = Object.fromEntries(Object.entries(noted(id).unsent).slice(0, MOST_CHANGES));
  const tells = Object.keys(sent).length > 0;
  if (!tells && !asks) return setSyncStatus("saved");
  asks = false;
  running = true;
  if (tells) setSyncStatus("saving");
  try {
    const told = await exchange(sent);
    if (user() !== id || ownerOfPreferences() !== id) return;
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
  setSyncStatus(waits ? "saving" : "saved");
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
  setSyncStatus("waiting");
  ask(AGAIN);
}
