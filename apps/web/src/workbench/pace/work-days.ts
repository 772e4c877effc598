import { asObject } from "@postil/domain/json-object";
import { type Finished, newDay, type WorkDay } from "@postil/domain/queue/pace";
import { createEmitter } from "../../lib/emitter.ts";
import { readStoredObject, STORAGE_KEYS, writeStoredObject } from "../../lib/storage.ts";

/**
 * What was finished today, by user and dataset, kept on this device. Only the present day stays: an earlier one is dropped
 * with the first answer of the next.
 */

type WorkDays = { readonly [userAndDataset: string]: WorkDay };

let days: WorkDays = read();
const changed = createEmitter<void>();
const nothing = new Map<string, WorkDay>();

export const onWorkDaysChange = changed.on;

/** The day that began at `since`; the same object until something is noted. */
export function workDay(key: string, since: number): WorkDay {
  const kept = days[key];
  if (kept?.since === since) return kept;
  const empty = nothing.get(key);
  if (empty?.since === since) return empty;
  const day = newDay(since);
  nothing.set(key, day);
  return day;
}

/** Puts what follows from the day as it stands now, whichever tab wrote it last. */
export function changeWorkDay(key: string, since: number, next: (day: WorkDay) => WorkDay): void {
  days = read();
  const before = workDay(key, since);
  const after = next(before);
  if (after === before) return;
  const ofToday = Object.entries(days).filter(([, day]) => day.since === since);
  days = { ...Object.fromEntries(ofToday), [key]: after };
  writeStoredObject(STORAGE_KEYS.workDays, days);
  changed.emit();
}

function read(): WorkDays {
  const stored = Object.entries(readStoredObject(STORAGE_KEYS.workDays) ?? {});
  return Object.fromEntries(
    stored.flatMap(([key, value]) => {
      const day = readDay(value);
      return day === null ? [] : [[key, day]];
    }),
  );
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

// `storage` fires in the other tabs only; key null means that everything was cleared.
window.addEventListener("storage", (event) => {
  if (event.key !== null && event.key !== STORAGE_KEYS.workDays) return;
  days = read();
  changed.emit();
});
