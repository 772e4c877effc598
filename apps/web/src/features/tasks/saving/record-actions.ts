import type { Answer, ShownTaskRecord, ShownTextRecord } from "@postil/domain/tasks/shown-record";

export type AnswerChange = {
  readonly record: ShownTaskRecord;
  readonly answer: Answer;
  /** The labels in the answer that no user pressed; absent if this action pressed none. */
  readonly untouched?: readonly string[];
};

/**
 * The actions on records of a task dataset (TST-01 to TST-08, TST-18). Each uses the record's shown status, shows its result
 * at once, and can be undone. A write that the server refuses comes back as an edit. The object is stable between renders.
 */
export type RecordActions = {
  /** Keeps answers without validating them: the record becomes Edited, unless the answer is the same as before. */
  readonly edit: (...changes: AnswerChange[]) => void;
  /** Writes the shown answers under the user's name; a validated record loses its status instead (TST-04). */
  readonly validate: (records: readonly ShownTaskRecord[]) => void;
  /**
   * Writes answers at once, for example when a single label is chosen (TAN-06). Returns false if it did nothing; then typed
   * text must be kept.
   */
  readonly answer: (...changes: AnswerChange[]) => boolean;
  /** Discards records; a discarded record loses its status instead (TST-04). */
  readonly discard: (records: readonly ShownTaskRecord[]) => void;
  /** Empties the answers without validating. */
  readonly clear: (records: readonly ShownTaskRecord[]) => void;
  /** Restores the server's state (TST-02, TST-08). */
  readonly reset: (records: readonly ShownTaskRecord[]) => void;
  /** Removes annotations from the server, and with them the status (TST-05). */
  readonly resetAnnotation: (...records: ShownTextRecord[]) => void;
};
