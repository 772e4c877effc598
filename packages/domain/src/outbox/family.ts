import type { ResponseStatus } from "../records/response.ts";
import { readTaskRecordKey } from "../tasks/record-key.ts";

/** The families of datasets: of those with fields and questions, and of those with a task of the older API. */
export type Family = "feedback" | "tasks";

/** Of a record by its key: asked once, where something is written down of the record or read of what was. */
export const familyOf = (recordId: string): Family => (readTaskRecordKey(recordId) === null ? "feedback" : "tasks");

/** Whether an answer of this status says what was typed: a record of a task is discarded, or opened again, without. */
export const saysTyped = (family: Family, status: ResponseStatus): boolean =>
  status === "submitted" || family === "feedback";
