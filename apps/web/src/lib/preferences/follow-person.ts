import { changeToWire, preferenceFromWire } from "@postil/contract/mapping/preferences";
import { MOST_CHANGES, withMembers } from "@postil/domain/preferences/members";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { connection } from "../connection/current.ts";
import { getSession, onSessionChange } from "../session/store.ts";
import { isInStep, type Kept, keep, keptOf, ownerOfPreferences, valuesOf, withChanges, withReply } from "./kept.ts";
import { getPreferences, onPreferencesChange, replacePreferences } from "./store.ts";
import { setSyncStatus } from "./sync-status.ts";

/** A slider says many values on its way, ms. */
const REST = 400;
/** Who comes back to the page sees what was changed elsewhere; who goes to and fro asks no more often than this, ms. */
const LOOKED = 2_000;
/** Until another try when the server could be reached and did not take it, ms. */
const AGAIN = 30_000;

let following = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let nextLook: ReturnType<typeof setTimeout> | undefined;
/** Whether the server is asked also when there is nothing to tell it. */
let asks = false;
let running = false;
let lookedAt = 0;

const user = (): string | null => {
  const session = getSession();
  return session.status === "signed-in" ? session.user.id : null;
};

/** Lets the preferences of this browser follow whoever is signed in (AUT-29, design/device.md#preferences), from now on. */
export function followPerson(): void {
  if (following) return;
  following = true;
  onSessionChange(takeOver);
  onPreferencesChange(() => later(REST));
  connection.onChange(() => connection.isOnline() && ask());
  for (const event of ["visibilitychange", "focus"]) window.addEventListener(event, look);
  takeOver();
}

/** A page that is left sends at once what it has; one that was looked at just now looks again when it may. */
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

/** The browser's preferences become those of whoever is signed in now. */
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

/** What this browser knows of its owner, with what was changed since. */
function noted(id: string): Kept {
  const before = keptOf(id);
  // Another tab has changed something that this one is about to hear of.
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

/** The preferences first: whoever sees that something was told sees what it has become. */
function become(id: string, kept: Kept): void {
  const next = withMembers(getPreferences(), valuesOf(kept));
  if (next !== getPreferences()) replacePreferences(next);
  keep(id, kept);
}

function failed(id: string, error: unknown, sent: Kept["unsent"]): void {
  // What the server refuses it would refuse again: what it has stands.
  if (failureOf(error)?.status === 422) {
    console.warn("Preferences were refused", error);
    const kept = noted(id);
    become(id, withReply(kept, kept.told, sent));
  }
  setSyncStatus("waiting");
  ask(AGAIN);
}
