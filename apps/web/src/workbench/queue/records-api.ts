import type { Batch, FetchedRecord } from "@postil/domain/queue/queue";
import type { FetchWindow } from "@postil/domain/queue/queue-fetch";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";

export type FetchOptions = {
  readonly signal: AbortSignal;
  /** The reader does not wait for it, so a failure is not theirs to see; `unreached`: nor is it that no reply came. */
  readonly quiet: boolean | "unreached";
};

/** How the records of a family of datasets are read; the reads reject as the API client does. */
export type RecordsApi<Of extends LabeledRecord = LabeledRecord> = {
  /** A window of the records that answer to the criteria, with the reader's responses (FQU-03, FQU-04). */
  readonly page: (
    datasetId: string,
    criteria: RecordCriteria,
    window: FetchWindow,
    options: FetchOptions,
  ) => Promise<Batch<Of>>;
  /** One record whatever its status, with the reader's response; null when there is none that they may see. */
  readonly record: (recordId: string, options: FetchOptions) => Promise<FetchedRecord<Of> | null>;
};

/** The criteria without what is not in their dataset; null where they name nothing of it. */
export type KnownParts = (criteria: RecordCriteria) => Promise<RecordCriteria> | null;
