import type { BulkJob, BulkTarget } from "@postil/domain/bulk/bulk-job";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { ResponseValues } from "@postil/domain/records/record-status";
import type { ResponseStatus } from "@postil/domain/records/response";

/** What can be done to many records: with the form's answers, or (`accepted`) each with its own suggestions. */
export type BulkActionKind = ResponseStatus | "accepted";

/** An action with the answers it writes, as the form stood when it was asked for. */
export type BulkAction = { readonly kind: BulkActionKind; readonly values: ResponseValues };

/** An action under way. `percent` is null while its records are being read. */
export type Underway = { readonly kind: BulkActionKind; readonly percent: number | null; readonly stopping: boolean };

/** What a record's own suggestions would answer; null where they are no answer to submit. */
export type SuggestedValues<Of extends LabeledRecord> = (target: BulkTarget<Of>) => ResponseValues | null;

/** What records answer each by itself. */
export type OwnValues<Of extends LabeledRecord> = {
  readonly suggested: SuggestedValues<Of>;
  /** What was drawn in the row of the record: it goes before what the form says for all. */
  readonly drawn: (target: BulkTarget<Of>) => ResponseValues;
};

export function statusAfter({ kind }: BulkAction): ResponseStatus {
  return kind === "accepted" ? "submitted" : kind;
}

export type PlannedJobs<Of extends LabeledRecord> = {
  readonly jobs: readonly BulkJob<Of>[];
  /** Those that have no answer to accept. */
  readonly skipped: readonly string[];
};

/** What is written to which of the records. */
export function planJobs<Of extends LabeledRecord>(
  action: BulkAction,
  targets: readonly BulkTarget<Of>[],
  { suggested, drawn }: OwnValues<Of>,
): PlannedJobs<Of> {
  const status = statusAfter(action);
  const jobs: BulkJob<Of>[] = [];
  const skipped: string[] = [];
  for (const target of targets) {
    const values = action.kind === "accepted" ? suggested(target) : { ...action.values, ...drawn(target) };
    if (values === null) skipped.push(target.record.id);
    else jobs.push({ target, status, values });
  }
  return { jobs, skipped };
}
