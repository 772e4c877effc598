import { asObject } from "@postil/domain/json-object";
import { type Finished, newDay, noteChanges, type WorkDay } from "@postil/domain/queue/pace";
import { useEffect, useReducer, useSyncExternalStore } from "react";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { STORAGE_KEYS, storedValue } from "../../lib/storage.ts";
import { actionSession } from "../saving/action-session.ts";

/**
 * The records finished today, by user and dataset, stored on this device. Only the current day is kept: the first answer of a
 * new day drops the earlier one.
 */

type WorkDays = { readonly [userAndDataset: string]: WorkDay };

const days = storedValue<WorkDays>(STORAGE_KEYS.workDays, {
  read: (stored) =>
    Object.fromEntries(
      Object.entries(stored ?? {}).flatMap(([key, value]) => {
        const day = readDay(value);
        return day === null ? [] : [[key, day]];
      }),
    ),
});
const nothing = new Map<string, WorkDay>();

/** The day that began at `since`. The same object until it changes. */
function workDay(key: string, since: number): WorkDay {
  const kept = days.get()[key];
  if (kept?.since === since) return kept;
  const empty = nothing.get(key);
  if (empty?.since === since) return empty;
  const day = newDay(since);
  nothing.set(key, day);
  return day;
}

/** Changes the stored day, which another tab may have written last. */
function changeWorkDay(key: string, since: number, next: (day: WorkDay) => WorkDay): void {
  const ofToday = Object.entries(days.latest()).filter(([, day]) => day.since === since);
  const before = workDay(key, since);
  const after = next(before);
  if (after !== before) days.set({ ...Object.fromEntries(ofToday), [key]: after });
}

function readDay(stored: unknown): WorkDay | null {
  const { since, count, finished } = asObject(stored) ?? {};
  if (typeof since !== "number" || typeof count !== "number" || !Array.isArray(finished)) return null;
  return { since, count, finished: finished.flatMap(readFinished) };
}

function readFinished(stored: unknown): Finished[] {
  const { at, recordId, records } = asObject(stored) ?? {};
  if (typeof at !== "number" || typeof recordId !== "string" || typeof records !== "number") return [];
  return [{ at, recordId, records }];
}

/** Local midnight before `now`, or `days` days after that; epoch ms. */
function midnight(now: number, days = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/** Records every action of this tab on the dataset: answers, bulk answers, undo. Returns a function that stops this. */
export function noteWork(outbox: OutboxService, datasetId: string): () => void {
  return actionSession(outbox, datasetId).onAction((action) => noteDone(outbox.userId, datasetId, action));
}

type Done = { readonly changes: Parameters<typeof noteChanges>[1]; readonly undone: boolean };

export function noteDone(userId: string, datasetId: string, { changes, undone }: Done): void {
  const now = Date.now();
  const done = undone
    ? changes.map(({ before, after, ...rest }) => ({ ...rest, before: after, after: before }))
    : changes;
  changeWorkDay(keyOf(userId, datasetId), midnight(now), (day) => noteChanges(day, done, now));
}

/** The user's day in a dataset, up to date in every tab. A new day begins at local midnight. */
export function useWorkDay(datasetId: string): WorkDay {
  const { userId } = useOutboxService();
  const since = midnight(Date.now());
  const [, atMidnight] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => {
    const timer = setTimeout(atMidnight, midnight(since, 1) - Date.now());
    return () => clearTimeout(timer);
  }, [since]);
  return useSyncExternalStore(days.onChange, () => workDay(keyOf(userId, datasetId), since));
}

const keyOf = (userId: string, datasetId: string) => `${userId}/${datasetId}`;
