import { familyOf } from "./family.ts";
import { type Outbox, put, settle } from "./outbox.ts";
import { allOf, asSent, type OutboxEntry } from "./outbox-entry.ts";

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
