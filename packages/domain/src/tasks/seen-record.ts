import { type Micros, timeFromText } from "../time.ts";
import type { TaskDocument, TaskStatus } from "./task-record.ts";

/**
 * A record as whoever writes it read it before. The two tell its states apart: every log moves the time, and what leaves it
 * (discarding what a query finds, changing one record) moves nothing else that a log would write over.
 */
export type SeenRecord = { readonly lastUpdated: Micros; readonly status: TaskStatus };

/** Whether nobody wrote, discarded or deleted the record since. */
export const isAsSeen = (stored: TaskDocument | null, { lastUpdated, status }: SeenRecord): boolean =>
  stored !== null && stored.status === status && timeFromText(stored.last_updated) === lastUpdated;
