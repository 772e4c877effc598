import type { AnswerDraft } from "@postil/domain/outbox/answer-draft";
import type { OwnResponse } from "@postil/domain/records/record-status";
import type { TaskView } from "@postil/domain/tasks/task-view";

/** What an action did to one record: to what is on the server, where it wrote, and to what is kept and not validated. */
export type RecordChange = {
  readonly key: string;
  readonly response: { readonly before: OwnResponse; readonly after: OwnResponse } | null;
  readonly typed: { readonly before: AnswerDraft | null; readonly after: AnswerDraft | null };
};

export type TaskActionKind =
  | "validated"
  | "discarded"
  | "unvalidated"
  | "undiscarded"
  | "annotationReset"
  | "edited"
  | "cleared"
  | "reset";
export type TaskAction = {
  readonly kind: TaskActionKind;
  readonly changes: readonly RecordChange[];
  /** where it was done, so that who takes it back sees what they take back */
  readonly view: TaskView;
};
