import type { Batch, FetchedRecord } from "@postil/domain/queue/queue";
import type { FetchWindow } from "@postil/domain/queue/queue-fetch";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";

export type FetchOptions = {
  readonly signal: AbortSignal;
  /** True: the user does not wait for it, so no failure is shown. `unreached`: no failure is shown if there was no reply. */
  readonly quiet: boolean | "unreached";
};

/** Reads the records of a family of datasets. The reads reject as the API client does. */
export type RecordsApi<Of extends LabeledRecord = LabeledRecord> = {
  /** A window of the records that match the criteria, with the user's responses (FQU-03, FQU-04). */
  readonly page: (
    datasetId: string,
    criteria: RecordCriteria,
    window: FetchWindow,
    options: FetchOptions,
  ) => Promise<Batch<Of>>;
  /** One record of any status, with the user's response. Null when it does not exist or the user may not see it. */
  readonly record: (recordId: string, options: FetchOptions) => Promise<FetchedRecord<Of> | null>;
};

/** Removes criteria about parts that the dataset does not have. Null if the criteria name no such part. */
export type KnownParts = (criteria: RecordCriteria) => Promise<RecordCriteria> | null;
