import { type KnownResponse, saysTheSame } from "../records/record-status.ts";
import { isAsLeft } from "../records/seen-response.ts";
import { backOff } from "./back-off.ts";
import { familyOf } from "./family.ts";
import { asSent, type Doubt, type Failure, isOfMany, type OutboxEntry, type Sending, wanted } from "./outbox-entry.ts";
import { type DeliveryOutcome, requestFor } from "./outbox-request.ts";

/** Requests under way at a time, each for another record: one record's are sent one after the other. */
export const CONCURRENCY = 2;
/** Records of an action on many that one call answers (FBU-01). */
export const CHUNK = 10;
/** A server error is tried this often; the reader is asked then (design/annotation.md#actions). */
export const ATTEMPTS = 3;

/** The answers on their way to the server. Changed by the functions of this file alone; all of them are pure. */
export type Outbox = {
  readonly entries: ReadonlyMap<string, OutboxEntry>;
  /** One tab of a browser delivers for all; the others hand their entries to it. */
  readonly leading: boolean;
  readonly online: boolean;
  readonly signedIn: boolean;
  /** Calls in a row that did not reach the server; it is left alone until `notBefore`, epoch ms. */
  readonly unreached: number;
  readonly notBefore: number;
};

export const EMPTY_OUTBOX: Outbox = {
  entries: new Map(),
  leading: false,
  online: true,
  signedIn: true,
  unreached: 0,
  notBefore: 0,
};

export type Change = Pick<
  OutboxEntry,
  "recordId" | "datasetId" | "position" | "intent" | "intentId" | "shownFor" | "wantedAt"
> & {
  /** Left out: an answer to this record alone. */
  readonly action?: OutboxEntry["action"];
  /** The record's response on the server before this change, as far as its reader knew. */
  readonly base: KnownResponse | null;
};

/**
 * Takes a new intent for a record; it replaces the one that waits there. An intent that asks for what the server is known
 * to hold takes the entry away: an action undone before it was sent leaves nothing to send. So does removing a response
 * that never was (FRS-09).
 */
export function enqueue(outbox: Outbox, { base, ...asked }: Change): Outbox {
  const change = { ...asked, action: asked.action ?? null };
  const earlier = outbox.entries.get(change.recordId);
  if (earlier === undefined) {
    if (change.intent.kind === "remove" && base === null) return outbox;
    const nothing = { doubt: "none", unanswered: [], sending: null } as const;
    const fresh = { ...nothing, attempts: 0, notBefore: 0, failure: null } as const;
    const family = familyOf(change.recordId);
    return put(outbox, { family, ...change, base, baseAt: change.wantedAt, ...fresh });
  }
  // Who has not seen yet what somebody else made of it writes no more over it than before.
  const isBlind = earlier.failure?.kind === "changed" && !saysTheSame(base, earlier.base);
  const failure = isBlind ? earlier.failure : null;
  return settle(put(outbox, { ...earlier, ...change, attempts: 0, notBefore: 0, failure }), change.recordId);
}

/** Takes away an entry that asks for what the server is known to hold. Only the tab that sends knows what was not sent. */
export function settle(outbox: Outbox, recordId: string): Outbox {
  const entry = outbox.entries.get(recordId);
  if (!outbox.leading || entry === undefined || entry.sending !== null || entry.doubt !== "none") return outbox;
  return saysTheSame(wanted(entry), entry.base) ? drop(outbox, recordId) : outbox;
}

/** The entries to send now, those of one call together, oldest first, as many calls as there is room for. */
export function due(outbox: Outbox, now: number): readonly (readonly OutboxEntry[])[] {
  if (!delivers(outbox) || now < outbox.notBefore) return [];
  const all = [...outbox.entries.values()];
  const underway = new Set(all.filter((entry) => entry.sending !== null).map(callOf));
  // While the server does not answer, one call is enough to find out whether it is back.
  const room = (outbox.unreached > 0 ? 1 : CONCURRENCY) - underway.size;
  const ready = all.filter((entry) => waits(entry) && entry.notBefore <= now && !underway.has(callOf(entry)));
  const calls = Map.groupBy(
    ready.sort((a, b) => a.wantedAt - b.wantedAt),
    callOf,
  );
  return [...calls.values()].slice(0, Math.max(0, room)).map((call) => call.slice(0, CHUNK));
}

/** An action on many is sent in order, ten at a time (FBU-01). */
const callOf = (entry: OutboxEntry): string => (entry.action && isOfMany(entry) ? entry.action.id : entry.recordId);

/** When something becomes due by the mere passing of time, epoch ms; null when only an event can help. */
export function nextDue(outbox: Outbox): number | null {
  if (!delivers(outbox)) return null;
  const times = [...outbox.entries.values()].filter(waits).map((entry) => Math.max(entry.notBefore, outbox.notBefore));
  return times.length === 0 ? null : Math.min(...times);
}

function delivers({ leading, online, signedIn }: Outbox): boolean {
  return leading && online && signedIn;
}

function waits(entry: OutboxEntry): boolean {
  return entry.sending === null && entry.failure === null;
}

/** The entry's request, that of `requestFor`, has left. */
export function started(outbox: Outbox, recordId: string): Outbox {
  return edit(outbox, recordId, (entry) => ({
    ...asSent(entry),
    sending: { intentId: entry.intentId, call: requestFor(entry).call },
  }));
}

/** The outcome of the request under way. `random` from 0 to 1 spreads the next attempts. */
export function answered(
  outbox: Outbox,
  recordId: string,
  outcome: DeliveryOutcome,
  now: number,
  random: number,
): Outbox {
  const entry = outbox.entries.get(recordId);
  const sent = entry?.sending;
  if (entry === undefined || sent === undefined || sent === null) return outbox;
  const open = { ...entry, sending: null };
  const reached = put({ ...outbox, unreached: 0, notBefore: 0 }, open);
  switch (outcome.kind) {
    case "done":
      return hear(reached, recordId, sent.intentId, outcome.response, now);
    case "unreachable":
      return put(unreached(outbox, now, random, outcome.retryAfter), { ...open, doubt: worse(entry.doubt) });
    case "signed-out":
      return { ...reached, signedIn: false };
    case "conflict":
      if (sent.call !== "upsert") return put(reached, { ...open, doubt: "taken" });
      return put(reached, givenUp(open, sent, { kind: "refused", detail: "" }));
    case "changed": {
      const { kind, response: base, detail } = outcome;
      // It was written by a call whose reply got lost, or says what was seen.
      if (isAsLeft(base, [entry.base, ...entry.unanswered])) return learn(reached, recordId, base, now);
      // Taken back by now, and it never was written: there is nothing left to do.
      if (sent.intentId !== entry.intentId && saysTheSame(wanted(entry), entry.base)) return drop(reached, recordId);
      // Known from now on: whoever tries again writes over it with open eyes. What was wanted meanwhile was not.
      const informed = { base, baseAt: now, doubt: "none", unanswered: [] } as const;
      return put(reached, { ...open, ...informed, failure: { kind, detail } });
    }
    case "missing":
      // Deleted elsewhere: for removing that is what was wanted; for updating the bulk call tells whether the record is there.
      if (sent.call === "remove") return hear(reached, recordId, sent.intentId, null, now);
      if (sent.call === "update") return put(reached, { ...open, doubt: "taken" });
      return put(reached, givenUp(open, sent, { kind: "lost", detail: outcome.detail }));
    case "refused":
    case "lost":
      return put(reached, givenUp(open, sent, outcome));
    case "broken":
      return put(reached, broken(open, sent, outcome, now + backOff(entry.attempts + 1, random)));
  }
}

/**
 * The server's answer to an intent, ours or another tab's: it is fed forward to the intent that came meanwhile. The entry
 * goes once its last intent is met.
 */
export function hear(
  outbox: Outbox,
  recordId: string,
  intentId: string,
  response: KnownResponse | null,
  now: number,
): Outbox {
  return outbox.entries.get(recordId)?.intentId === intentId
    ? drop(outbox, recordId)
    : learn(outbox, recordId, response, now);
}

/** What the server holds for a record, which may be what is wanted. */
function learn(outbox: Outbox, recordId: string, base: KnownResponse | null, now: number): Outbox {
  const entry = outbox.entries.get(recordId);
  if (entry === undefined) return outbox;
  // What is on its way is still to be answered.
  const unanswered = entry.sending === null ? [] : entry.unanswered;
  const informed = { ...entry, base, baseAt: now, doubt: "none", unanswered, attempts: 0 } as const;
  return saysTheSame(wanted(informed), base) ? drop(outbox, recordId) : put(outbox, informed);
}

function unreached(outbox: Outbox, now: number, random: number, retryAfter: number | null): Outbox {
  const failures = outbox.unreached + 1;
  return { ...outbox, unreached: failures, notBefore: now + Math.max(retryAfter ?? 0, backOff(failures, random)) };
}

/** Given up, unless a newer intent came meanwhile: that one has not been refused. */
function givenUp(entry: OutboxEntry, sent: Sending, { kind, detail }: Failure): OutboxEntry {
  return sent.intentId === entry.intentId ? { ...entry, failure: { kind, detail } } : entry;
}

function broken(entry: OutboxEntry, sent: Sending, failure: Failure, notBefore: number): OutboxEntry {
  const tried = { ...entry, attempts: entry.attempts + 1, doubt: worse(entry.doubt) };
  return tried.attempts >= ATTEMPTS ? givenUp(tried, sent, failure) : { ...tried, notBefore };
}

/** After a request of unknown outcome. */
function worse(doubt: Doubt): Doubt {
  return doubt === "none" ? "maybe" : doubt;
}

/**
 * The reader asks once more for a save, given up or waiting for its next try; a server that was left alone for a while is asked
 * at once.
 */
export function retry(outbox: Outbox, recordId: string): Outbox {
  return edit({ ...outbox, notBefore: 0 }, recordId, (entry) => ({
    ...entry,
    failure: null,
    attempts: 0,
    notBefore: 0,
  }));
}

/** The reader lets go of a save that was given up. What is on its way cannot be called back and stays. */
export function abandon(outbox: Outbox, recordId: string): Outbox {
  return outbox.entries.get(recordId)?.failure ? drop(outbox, recordId) : outbox;
}

/** Another tab lets go of what it wanted of a record. */
export function letGo(outbox: Outbox, recordId: string): Outbox {
  return outbox.entries.get(recordId)?.sending === null ? drop(outbox, recordId) : outbox;
}

/** This tab delivers from now on. The one before it may have sent anything. */
export function lead(outbox: Outbox): Outbox {
  const sent = ([id, entry]: [string, OutboxEntry]) => [id, { ...asSent(entry), doubt: worse(entry.doubt) }] as const;
  const entries = [...outbox.entries].map(sent);
  return { ...outbox, leading: true, entries: new Map(entries) };
}

/** The browser's connection came or went; coming back is a reason to try at once. */
export function connected(outbox: Outbox, online: boolean): Outbox {
  return online ? { ...outbox, online, unreached: 0, notBefore: 0 } : { ...outbox, online };
}

/** The same reader has signed in again (AUT-11). */
export function signedIn(outbox: Outbox): Outbox {
  return { ...outbox, signedIn: true };
}

/** Answers not confirmed by the server: those under way, and those given up (ERR-11). */
export function counts(outbox: Outbox): { readonly saving: number; readonly failed: number } {
  const entries = [...outbox.entries.values()];
  const failed = entries.filter((entry) => entry.failure !== null).length;
  return { saving: entries.length - failed, failed };
}

/**
 * Whether some answer may still arrive by itself or by another try. One that was refused for what it says, or whose record is
 * gone, is kept and shown, and nothing of it is lost when the page is left.
 */
export function mayArrive({ entries }: Outbox): boolean {
  return [...entries.values()].some(({ failure }) => failure?.kind !== "refused" && failure?.kind !== "lost");
}

export function put(outbox: Outbox, entry: OutboxEntry): Outbox {
  return { ...outbox, entries: new Map(outbox.entries).set(entry.recordId, entry) };
}

function edit(outbox: Outbox, recordId: string, change: (entry: OutboxEntry) => OutboxEntry): Outbox {
  const entry = outbox.entries.get(recordId);
  return entry === undefined ? outbox : put(outbox, change(entry));
}

function drop(outbox: Outbox, recordId: string): Outbox {
  const entries = new Map(outbox.entries);
  entries.delete(recordId);
  return { ...outbox, entries };
}
