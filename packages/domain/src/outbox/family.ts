import type { ResponseStatus } from "../records/response.ts";
import { readTaskRecordKey } from "../tasks/record-key.ts";

/**
 * The two families of datasets: `feedback` datasets have fields and questions, `tasks` datasets have a task of the
 * older API.
 */
export type Family = "feedback" | "tasks";

/** Family of a record, read from its key. It is asked only when data of the record is written or read back. */
export const familyOf = (recordId: string): Family => (readTaskRecordKey(recordId) === null ? "feedback" : "tasks");

/** True if an answer of this status contains the values. A record of a task is discarded or reopened without values. */
export const saysTyped = (family: Family, status: ResponseStatus): boolean =>
  status === "submitted" || family === "feedback";
