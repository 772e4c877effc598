import type { Micros } from "../time.ts";
import type { AnswerValues } from "./answer-values.ts";

export const RESPONSE_STATUSES = ["submitted", "draft", "discarded"] as const;

export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];

/** Pending: the user has no response on the record (FRS-01). */
export type RecordStatus = ResponseStatus | "pending";

/** In the order in which a record passes through them. */
export const RECORD_STATUSES = [
  "pending",
  "draft",
  "submitted",
  "discarded",
] as const satisfies readonly RecordStatus[];

/** The status words that a request may use: older clients write `missing` for pending. */
export const ASKED_STATUSES = ["draft", "missing", "pending", "submitted", "discarded"] as const;

type AskedStatus = (typeof ASKED_STATUSES)[number];

export const askedStatus = (word: AskedStatus): RecordStatus => (word === "missing" ? "pending" : word);

export const isAskedStatus = (word: string): word is AskedStatus => ASKED_STATUSES.some((known) => known === word);

export type FeedbackResponse = {
  readonly id: string;
  readonly values: AnswerValues | null;
  readonly status: ResponseStatus;
  readonly recordId: string;
  /** Null once the user is deleted. */
  readonly userId: string | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
