import type { FetchedRecord } from "@postil/domain/queue/queue";
import { ownResponse } from "@postil/domain/records/own-response";
import type { FeedbackRecord } from "@postil/domain/records/record";

/** A reply of the `me` calls includes the user's own response with each record. */
export function fetchedRecord(record: FeedbackRecord, queryScore: number | null = null): FetchedRecord<FeedbackRecord> {
  return { record, response: ownResponse(record), queryScore };
}
