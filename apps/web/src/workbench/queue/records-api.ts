import type { Batch } from "@postil/domain/queue/queue";
import type { FetchWindow } from "@postil/domain/queue/queue-fetch";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";

export type FetchOptions = {
  readonly signal: AbortSignal;
  /** The reader does not wait for it, so a failure is not theirs to see; `unreached`: nor is it that no reply came. */
  readonly quiet: boolean | "unreached";
};

/** The reads behind the queue; they reject as the API client does. */
export type RecordsApi = {
  /** A window of the records that answer to the criteria, with the reader's responses and the suggestions (FQU-03, FQU-04). */
  readonly page: (
    datasetId: string,
    criteria: RecordCriteria,
    window: FetchWindow,
    options: FetchOptions,
  ) => Promise<Batch>;
  /** One record whatever its status, with the reader's response; null when there is none that they may see. */
  readonly record: (recordId: string, options: FetchOptions) => Promise<FeedbackRecord | null>;
};
