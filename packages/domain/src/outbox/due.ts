import type { Outbox } from "./outbox.ts";
import { isOfMany, type OutboxEntry } from "./outbox-entry.ts";
import { putOffUntil } from "./put-off.ts";

/** Most requests in progress at a time; those of one record are sent one after the other. */
export const CONCURRENCY = 2;
/** Number of records of a bulk action that one call answers (FBU-01). */
export const CHUNK = 10;
/** Calls in progress for datasets that are put off. The other call is left to the datasets that the server answers for. */
const PROBES = 1;

/**
 * The entries to send now, oldest first, grouped by call; at most as many calls as may start now. A dataset that is put
 * off gets one call at a time.
 */
export function due(outbox: Outbox, now: number): readonly (readonly OutboxEntry[])[] {
  if (!delivers(outbox) || now < outbox.notBefore) return [];
  // While the server does not answer, one call is enough to test if it is back.
  let room = (outbox.unreached > 0 ? 1 : CONCURRENCY) - callsUnderway(outbox).size;
  let probes = PROBES - probed(outbox).length;
  const calls = Map.groupBy(
    sendable(outbox)
      .filter((entry) => notBefore(outbox, entry) <= now)
      .sort((a, b) => a.wantedAt - b.wantedAt),
    callOf,
  );
  const starting: (readonly OutboxEntry[])[] = [];
  for (const [first, ...rest] of calls.values()) {
    if (room <= 0) break;
    if (first === undefined) continue;
    if (outbox.putOff.has(first.datasetId) && probes-- <= 0) continue;
    room -= 1;
    starting.push([first, ...rest].slice(0, CHUNK));
  }
  return starting;
}

/** A bulk action is sent in order, ten records at a time (FBU-01). */
const callOf = (entry: OutboxEntry): string => (entry.action && isOfMany(entry) ? entry.action.id : entry.recordId);

/** The calls in progress, with their datasets. */
const callsUnderway = ({ entries }: Outbox): ReadonlyMap<string, string> =>
  new Map([...entries.values()].flatMap((one) => (one.sending === null ? [] : [[callOf(one), one.datasetId]])));

/** The datasets of the calls in progress that are put off. */
const probed = (outbox: Outbox): readonly string[] =>
  [...callsUnderway(outbox).values()].filter((datasetId) => outbox.putOff.has(datasetId));

/** The entries that wait for a time only, and not for the reply to another call. */
function sendable(outbox: Outbox): OutboxEntry[] {
  const underway = callsUnderway(outbox);
  const isFull = probed(outbox).length >= PROBES;
  const isFree = (entry: OutboxEntry) =>
    !underway.has(callOf(entry)) && !(isFull && outbox.putOff.has(entry.datasetId));
  return [...outbox.entries.values()].filter((entry) => waits(entry) && isFree(entry));
}

const notBefore = (outbox: Outbox, entry: OutboxEntry): number =>
  Math.max(entry.notBefore, outbox.notBefore, putOffUntil(outbox.putOff, entry.datasetId));

/** The time at which the next entry can be sent, epoch ms; null if only an event can make one ready. */
export function nextDue(outbox: Outbox): number | null {
  if (!delivers(outbox)) return null;
  const times = sendable(outbox).map((entry) => notBefore(outbox, entry));
  return times.length === 0 ? null : Math.min(...times);
}

function delivers({ leading, online, signedIn }: Outbox): boolean {
  return leading && online && signedIn;
}

function waits(entry: OutboxEntry): boolean {
  return entry.sending === null && entry.failure === null;
}
