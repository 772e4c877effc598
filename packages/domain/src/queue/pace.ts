import type { ResponseChange } from "../outbox/undo.ts";
import type { OwnResponse } from "../records/labeled-record.ts";

/** The records a reader finished today in one dataset, as far as this device knows (design/annotation.md#foot). */
export type WorkDay = {
  /** Local midnight at which the day began, epoch ms. */
  readonly since: number;
  /** Number of records whose answer is from today: submitted or discarded. */
  readonly count: number;
  /** The actions that finished records, the latest last; at most `KEPT`. */
  readonly finished: readonly Finished[];
};

/** An action at the time `at`. `recordId` is its last record; an undo finds the action by it. */
export type Finished = { readonly at: number; readonly recordId: string; readonly records: number };

type Pace = {
  readonly today: number;
  /** Median seconds from one answer to the next; null until there are enough of them. */
  readonly secondsPerRecord: number | null;
  /** Seconds the pending records take at that pace; null without a pace, or if nothing is pending. */
  readonly secondsLeft: number | null;
};

/** Longest time between two answers that is not a pause, s. */
export const PAUSE = 600;
/** Least number of times from which a pace is computed. */
export const ENOUGH = 5;
/** Number of latest actions that are kept; the pace is computed from them. */
export const KEPT = 100;

export const newDay = (since: number): WorkDay => ({ since, count: 0, finished: [] });

/**
 * The day after an action at the time `now`, epoch ms. To undo an action, pass it with `before` and `after` swapped.
 * Clearing or undoing a record removes it from the count; answering it again counts it once.
 */
export function noteChanges(day: WorkDay, changes: readonly Omit<ResponseChange, "typed">[], now: number): WorkDay {
  const count = (response: OwnResponse | null) => (isOfToday(response, day.since) ? 1 : 0);
  const delta = changes.reduce((sum, { before, after }) => sum + count(after) - count(before), 0);
  const recordId = changes.at(-1)?.recordId;
  if (delta === 0 || recordId === undefined) return day;
  const finished =
    delta > 0
      ? [...day.finished, { at: now, recordId, records: changes.length }].slice(-KEPT)
      : withoutLatest(day.finished, recordId);
  return { ...day, count: Math.max(0, day.count + delta), finished };
}

/** An answer that is being sent has no time yet: it was given just now. */
function isOfToday(response: OwnResponse | null, since: number): boolean {
  if (response === null || response.status === "draft") return false;
  return response.updatedAt === null || response.updatedAt / 1000 >= since;
}

function withoutLatest(finished: readonly Finished[], recordId: string): readonly Finished[] {
  const at = finished.findLastIndex((entry) => entry.recordId === recordId);
  return at === -1 ? finished : finished.toSpliced(at, 1);
}

/** Seconds from one answer to the next, without pauses and without actions that finished several records at once. */
export function answerTimes(finished: readonly Finished[]): number[] {
  return finished.flatMap((entry, at) => {
    const earlier = finished[at - 1];
    if (earlier === undefined || entry.records !== 1) return [];
    const seconds = (entry.at - earlier.at) / 1000;
    return seconds >= 0 && seconds <= PAUSE ? [seconds] : [];
  });
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function paceOf({ count, finished }: WorkDay, pending: number): Pace {
  const times = answerTimes(finished);
  const secondsPerRecord = times.length < ENOUGH ? null : median(times);
  const secondsLeft = secondsPerRecord === null || pending === 0 ? null : secondsPerRecord * pending;
  return { today: count, secondsPerRecord, secondsLeft };
}

/** Rounds an estimate: to whole minutes; from one hour on to tens of minutes; from ten hours on to whole hours. */
export function roughly(seconds: number): { readonly hours: number; readonly minutes: number } {
  const minutes = seconds / 60;
  const step = minutes < 59.5 ? 1 : minutes < 595 ? 10 : 60;
  const rounded = Math.max(1, Math.round(minutes / step) * step);
  return { hours: Math.floor(rounded / 60), minutes: rounded % 60 };
}
