import { type Micros, timeFromText } from "../time.ts";
import type { TaskDocument, TaskStatus } from "./task-record.ts";

/**
 * The state of a record when its writer read it. These two members identify the state: every log changes the time.
 * Changes that keep the time (discarding by query, changing one record) change only the status among the parts that a
 * log overwrites.
 */
export type SeenRecord = { readonly lastUpdated: Micros; readonly status: TaskStatus };

/** True if the record was not written, discarded or deleted since. */
export const isAsSeen = (stored: TaskDocument | null, { lastUpdated, status }: SeenRecord): boolean =>
  stored !== null && stored.status === status && timeFromText(stored.last_updated) === lastUpdated;
