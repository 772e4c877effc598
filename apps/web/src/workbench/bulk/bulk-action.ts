import { type AnswerForm, formValues } from "@postil/domain/answers/answer-form";
import type { AnswerValues } from "@postil/domain/answers/values";
import { type BulkJob, type BulkTarget, ownSuggestions } from "@postil/domain/bulk/bulk-answer";
import type { Question } from "@postil/domain/datasets/question";
import type { ResponseStatus } from "@postil/domain/records/response";

/** What can be done to many records: with the form's answers, or (`accepted`) each with its own suggestions. */
export type BulkActionKind = ResponseStatus | "accepted";

/** An action with the answers it writes, as the form stood when it was asked for. */
export type BulkAction = { readonly kind: BulkActionKind; readonly values: AnswerValues };

/** An action under way. `percent` is null while its records are being read. */
export type Underway = { readonly kind: BulkActionKind; readonly percent: number | null; readonly stopping: boolean };

export function bulkAction(kind: BulkActionKind, form: AnswerForm): BulkAction {
  return { kind, values: kind === "accepted" ? {} : formValues(form) };
}

export function statusAfter({ kind }: BulkAction): ResponseStatus {
  return kind === "accepted" ? "submitted" : kind;
}

export type PlannedJobs = {
  readonly jobs: readonly BulkJob[] /** Without a suggestion for each required question. */;
  readonly skipped: readonly string[];
};

/** What is written to which of the records. */
export function planJobs(
  action: BulkAction,
  targets: readonly BulkTarget[],
  questions: readonly Question[],
): PlannedJobs {
  const status = statusAfter(action);
  const jobs: BulkJob[] = [];
  const skipped: string[] = [];
  for (const target of targets) {
    const values = action.kind === "accepted" ? ownSuggestions(questions, target) : action.values;
    if (values === null) skipped.push(target.record.id);
    else jobs.push({ target, status, values });
  }
  return { jobs, skipped };
}
