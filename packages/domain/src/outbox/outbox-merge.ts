import { type Outbox, put, settle } from "./outbox.ts";
import { allOf, asSent, type OutboxEntry } from "./outbox-entry.ts";

/**
 * Two tabs' knowledge of one record, made one: the later intent wins (design/annotation.md#two-tabs), and what was learned of
 * the server last. About one and the same intent the news is `theirs`; a request under way is `mine`.
 */
export function mergeEntries(mine: OutboxEntry, theirs: OutboxEntry): OutboxEntry {
  const last = isLater(mine, theirs) ? mine : theirs;
  const informed = theirs.baseAt > mine.baseAt ? theirs : mine;
  const { base, baseAt, doubt } = informed;
  // Whoever wanted the last did not know of somebody else's change yet.
  const { failure } = informed.failure?.kind === "changed" && baseAt > last.baseAt ? informed : last;
  const unanswered = allOf(mine.unanswered, theirs.unanswered);
  return { ...last, failure, base, baseAt, doubt, unanswered, sending: mine.sending };
}

/** By the clock; in the same millisecond by the intent's id, so that every tab decides alike. */
function isLater(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.wantedAt === other.wantedAt ? one.intentId > other.intentId : one.wantedAt > other.wantedAt;
}

/** Takes in an entry that another tab wrote, or an earlier life of this one. */
export function absorb(outbox: Outbox, entry: OutboxEntry): Outbox {
  const mine = outbox.entries.get(entry.recordId);
  const merged = mine === undefined ? { ...entry, sending: null } : mergeEntries(mine, entry);
  return settle(put(outbox, merged), entry.recordId);
}

/**
 * An entry read back after the page went away: a request may have been under way, so nothing is certain about the server.
 * What it broke on is tried anew, what it refused waits for the reader.
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
