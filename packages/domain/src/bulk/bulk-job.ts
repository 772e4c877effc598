import type { LabeledRecord } from "../records/labeled-record.ts";
import type { OwnResponse, ResponseValues } from "../records/record-status.ts";
import type { ResponseStatus } from "../records/response.ts";

type Identified = Pick<LabeledRecord, "id">;

/** A record of a bulk action, with the reader's response as the page knows it. */
export type BulkTarget<Of extends Identified = Identified> = {
  readonly record: Of;
  readonly response: OwnResponse | null;
};

/** A record with the answer that a bulk action writes to it. */
export type BulkJob<Of extends Identified = Identified> = {
  readonly target: BulkTarget<Of>;
  readonly status: ResponseStatus;
  /** Only the answered questions; the others stay as they are (FBU-11). */
  readonly values: ResponseValues;
};

/** One item of a bulk call, and the record's earlier response. */
export type BulkItem = {
  readonly recordId: string;
  readonly status: ResponseStatus;
  readonly values: ResponseValues | null;
  readonly before: OwnResponse | null;
};

/**
 * The response to send: the record's own with the job's values merged in (FBU-11). `response` is the record's response
 * now, which may have more than at the start of the action.
 */
export function bulkItem({ target, status, values }: BulkJob, response = target.response): BulkItem {
  const merged = { ...response?.values, ...values };
  const empty = Object.keys(merged).length === 0;
  return { recordId: target.record.id, status, values: empty ? null : merged, before: response };
}
