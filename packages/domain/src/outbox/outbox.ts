import { isAsLeft, type KnownResponse, saysTheSame } from "../records/labeled-record.ts";
import { backOff } from "../time.ts";
import {
  allOf,
  asSent,
  type DeliveryOutcome,
  type Doubt,
  type Failure,
  familyOf,
  type OutboxEntry,
  requestFor,
  type Sending,
  wanted,
} from "./outbox-entry.ts";
import { type PutOff, withHold, withoutHold, withProbeNow } from "./put-off.ts";

/** Number of attempts when the server fails; after that the reader decides (design/annotation.md#actions). */
const ATTEMPTS = 3;

/** The answers that are not delivered yet. Only the functions of this file change it; all of them are pure. */
export type Outbox = {
  readonly entries: ReadonlyMap<string, OutboxEntry>;
  /** True if this tab delivers. One tab of a browser delivers for all; the others hand their entries to it. */
  readonly leading: boolean;
  readonly online: boolean;
  readonly signedIn: boolean;
  /** Number of consecutive calls without a reply. No call is made before `notBefore`, epoch ms. */
  readonly unreached: number;
  readonly notBefore: number;
  readonly putOff: PutOff;
};

export const EMPTY_OUTBOX: Outbox = {
  entries: new Map(),
  leading: false,
  online: true,
  signedIn: true,
  unreached: 0,
  notBefore: 0,
  putOff: new Map(),
};

export type Change = Pick<
  OutboxEntry,
  "recordId" | "datasetId" | "position" | "intent" | "intentId" | "shownFor" | "wantedAt"
> & {
  /** Absent: an answer to this record alone. */
  readonly action?: OutboxEntry["action"];
  /** The record's response on the server before this change, as far as the reader knew. */
  readonly base: KnownResponse | null;
};

/**
 * Adds a new intent for a record; it replaces the record's waiting intent. If the server is known to hold the wanted
 * response already, the entry is removed: an action that is undone before it was sent leaves nothing to send. The same
 * holds for removing a response that never existed (FRS-09).
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
  // A reader who has not seen another user's change must not overwrite it with a new intent either.
  const isBlind = earlier.failure?.kind === "changed" && !saysTheSame(base, earlier.base);
  const failure = isBlind ? earlier.failure : null;
  return settle(put(outbox, { ...earlier, ...change, attempts: 0, notBefore: 0, failure }), change.recordId);
}

/** Removes an entry that the server has already. Only the leading tab does: it knows what was not sent. */
function settle(outbox: Outbox, recordId: string): Outbox {
  const entry = outbox.entries.get(recordId);
  if (!outbox.leading || entry === undefined || entry.sending !== null || entry.doubt !== "none") return outbox;
  return saysTheSame(wanted(entry), entry.base) ? drop(outbox, recordId) : outbox;
}

/** The entry's request, the one from `requestFor`, was sent. */
export function started(outbox: Outbox, recordId: string): Outbox {
  return edit(outbox, recordId, (entry) => ({
    ...asSent(entry),
    sending: { intentId: entry.intentId, call: requestFor(entry).call },
  }));
}

/** Applies the outcome of the request in progress. `random`, from 0 to 1, spreads the next attempts. */
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
  const reached = put(reachedFor(outbox, entry.datasetId), open);
  switch (outcome.kind) {
    case "done":
      return hear(reached, recordId, sent.intentId, outcome.response, now);
    case "unreachable":
      return put(unreached(outbox, now, random), { ...open, doubt: worse(entry.doubt) });
    case "put-off": {
      const putOff = withHold(outbox.putOff, entry.datasetId, outcome.retryAfter, { now, random });
      return put({ ...outbox, unreached: 0, notBefore: 0, putOff }, { ...open, doubt: worse(entry.doubt) });
    }
    case "signed-out":
      return { ...reached, signedIn: false };
    case "conflict":
      if (sent.call !== "upsert") return put(reached, { ...open, doubt: "taken" });
      return put(reached, givenUp(open, sent, { kind: "refused", detail: "" }));
    case "changed": {
      const { kind, response: base, detail } = outcome;
      // The server's response comes from a call whose reply was lost, or it is the response that the reader saw.
      if (isAsLeft(base, [entry.base, ...entry.unanswered])) return learn(reached, recordId, base, now);
      // The reader took the change back meanwhile, and it was never written: nothing is left to do.
      if (sent.intentId !== entry.intentId && saysTheSame(wanted(entry), entry.base)) return drop(reached, recordId);
      // The reader knows the change now, so a retry overwrites it on purpose. An intent made meanwhile did not know it.
      const informed = { base, baseAt: now, doubt: "none", unanswered: [] } as const;
      return put(reached, { ...open, ...informed, failure: { kind, detail } });
    }
    case "missing":
      // It was deleted elsewhere. A removal is thereby done. For an update, the bulk call finds out if the record still
      // exists.
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
 * Applies the server's response to an intent of this tab or of another one. If a newer intent came meanwhile, it now
 * builds on this response. The entry is removed after its last intent is done.
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

/** Stores the response that the server holds for a record. If it is the wanted one, the entry is removed. */
function learn(outbox: Outbox, recordId: string, base: KnownResponse | null, now: number): Outbox {
  const entry = outbox.entries.get(recordId);
  if (entry === undefined) return outbox;
  // The request in progress has no reply yet.
  const unanswered = entry.sending === null ? [] : entry.unanswered;
  const informed = { ...entry, base, baseAt: now, doubt: "none", unanswered, attempts: 0 } as const;
  return saysTheSame(wanted(informed), base) ? drop(outbox, recordId) : put(outbox, informed);
}

function unreached(outbox: Outbox, now: number, random: number): Outbox {
  const failures = outbox.unreached + 1;
  return { ...outbox, unreached: failures, notBefore: now + backOff(failures, random) };
}

/** The server has answered, and for this dataset. */
const reachedFor = (outbox: Outbox, datasetId: string): Outbox => ({
  ...outbox,
  unreached: 0,
  notBefore: 0,
  putOff: withoutHold(outbox.putOff, datasetId),
});

/** Marks the entry as failed, unless a newer intent came meanwhile: the server has not refused that one. */
function givenUp(entry: OutboxEntry, sent: Sending, { kind, detail }: Failure): OutboxEntry {
  return sent.intentId === entry.intentId ? { ...entry, failure: { kind, detail } } : entry;
}

function broken(entry: OutboxEntry, sent: Sending, failure: Failure, notBefore: number): OutboxEntry {
  const tried = { ...entry, attempts: entry.attempts + 1, doubt: worse(entry.doubt) };
  return tried.attempts >= ATTEMPTS ? givenUp(tried, sent, failure) : { ...tried, notBefore };
}

function worse(doubt: Doubt): Doubt {
  return doubt === "none" ? "maybe" : doubt;
}

/** The reader retries a save: it is sent at once, even if the outbox was waiting for the server. */
export function retry(outbox: Outbox, recordId: string): Outbox {
  const datasetId = outbox.entries.get(recordId)?.datasetId;
  const putOff = datasetId === undefined ? outbox.putOff : withProbeNow(outbox.putOff, datasetId);
  return edit({ ...outbox, notBefore: 0, putOff }, recordId, (entry) => ({
    ...entry,
    failure: null,
    attempts: 0,
    notBefore: 0,
  }));
}

/** The reader discards a save that was given up. A request in progress cannot be called back, so its entry stays. */
export function abandon(outbox: Outbox, recordId: string): Outbox {
  return outbox.entries.get(recordId)?.failure ? drop(outbox, recordId) : outbox;
}

export function letGo(outbox: Outbox, recordId: string): Outbox {
  return outbox.entries.get(recordId)?.sending === null ? drop(outbox, recordId) : outbox;
}

/** This tab delivers from now on. The previous leading tab may have sent any of the entries. */
export function lead(outbox: Outbox): Outbox {
  const sent = ([id, entry]: [string, OutboxEntry]) => [id, { ...asSent(entry), doubt: worse(entry.doubt) }] as const;
  const entries = [...outbox.entries].map(sent);
  return { ...outbox, leading: true, entries: new Map(entries) };
}

/**
 * The browser went online or offline. When it goes online, the outbox tries again at once. Only the leading tab hears what
 * the server then says.
 */
export function connected(outbox: Outbox, online: boolean): Outbox {
  if (!online) return { ...outbox, online };
  const putOff: PutOff = outbox.leading ? new Map() : outbox.putOff;
  return { ...outbox, online, unreached: 0, notBefore: 0, putOff };
}

/** Counts the answers that the server has not confirmed: those being saved and those given up (ERR-11). */
export function counts(outbox: Outbox): { readonly saving: number; readonly failed: number } {
  const entries = [...outbox.entries.values()];
  const failed = entries.filter((entry) => entry.failure !== null).length;
  return { saving: entries.length - failed, failed };
}

/** True if the answer waits because the server says "not now" for its dataset. */
export const isPutOff = ({ putOff }: Outbox, entry: OutboxEntry): boolean =>
  entry.failure === null && putOff.has(entry.datasetId);

/**
 * True if some answer may still reach the server by itself or by a retry. An answer that was refused for its content,
 * or whose record is gone, stays stored and visible, so nothing of it is lost when the reader leaves the page.
 */
export function mayArrive({ entries }: Outbox): boolean {
  return [...entries.values()].some(({ failure }) => failure?.kind !== "refused" && failure?.kind !== "lost");
}

function put(outbox: Outbox, entry: OutboxEntry): Outbox {
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

/**
 * Merges what two tabs know of one record. The later intent wins (design/annotation.md#two-tabs), and so does the
 * newest state from the server. If both have the same intent, the state of `theirs` counts; the request in progress is
 * always that of `mine`.
 */
export function mergeEntries(mine: OutboxEntry, theirs: OutboxEntry): OutboxEntry {
  const last = isLater(mine, theirs) ? mine : theirs;
  const informed = theirs.baseAt > mine.baseAt ? theirs : mine;
  const { base, baseAt, doubt } = informed;
  // The last intent was made before its tab knew of the other user's change.
  const { failure } = informed.failure?.kind === "changed" && baseAt > last.baseAt ? informed : last;
  const unanswered = allOf(mine.unanswered, theirs.unanswered);
  return { ...last, failure, base, baseAt, doubt, unanswered, sending: mine.sending };
}

/** Compares the times; for the same millisecond it compares the intent ids, so that every tab decides alike. */
function isLater(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.wantedAt === other.wantedAt ? one.intentId > other.intentId : one.wantedAt > other.wantedAt;
}

/**
 * Adds an entry that another tab wrote, or that this tab wrote before it was reloaded. The other tab may run an earlier
 * version of the page, whose entries do not name their family.
 */
export function absorb(outbox: Outbox, entry: OutboxEntry): Outbox {
  const mine = outbox.entries.get(entry.recordId);
  const merged = mine === undefined ? { ...entry, sending: null } : mergeEntries(mine, entry);
  return settle(put(outbox, { ...merged, family: familyOf(entry.recordId) }), entry.recordId);
}

/**
 * An entry that is read back after the page was closed. A request may have been in progress, so the server's state is
 * uncertain. An entry that failed with server errors is tried again; a refused one waits for the reader.
 */
export function restored(entry: OutboxEntry): OutboxEntry {
  return {
    ...asSent(entry),
    sending: null,
    doubt: entry.doubt === "none" ? "maybe" : entry.doubt,
    attempts: 0,
    notBefore: 0,
    failure: entry.failure?.kind === "broken" ? null : entry.failure,
  };
}
