import type { Answer, ShownTaskRecord, ShownTextRecord } from "@postil/domain/tasks/shown-record";

export type AnswerChange = {
  readonly record: ShownTaskRecord;
  readonly answer: Answer;
  /** Of its labels those that nobody pressed; not given: none was pressed by this. */
  readonly untouched?: readonly string[];
};

/**
 * What can be done to the records of a task dataset (TST-01 to TST-08, TST-18). Each takes the record's status from what is shown, shows
 * its outcome at once and can be undone; what is refused by the server comes back as an edit. The same from render to render.
 */
export type RecordActions = {
  /** Keeps answers without validating them: a record is Edited, unless it says what it said before. */
  readonly edit: (...changes: AnswerChange[]) => void;
  /** Writes what the records show under the user's name; one that is validated loses its status instead (TST-04). */
  readonly validate: (records: readonly ShownTaskRecord[]) => void;
  /** Writes answers at once, as choosing a single label does (TAN-06). False: it did nothing, and nothing typed may be forgotten. */
  readonly answer: (...changes: AnswerChange[]) => boolean;
  /** One that is discarded loses its status instead (TST-04). */
  readonly discard: (records: readonly ShownTaskRecord[]) => void;
  /** Empties the answers without validating. */
  readonly clear: (records: readonly ShownTaskRecord[]) => void;
  /** Back to what the server has (TST-02, TST-08). */
  readonly reset: (records: readonly ShownTaskRecord[]) => void;
  /** Removes annotations from the server and with them the status (TST-05). */
  readonly resetAnnotation: (...records: ShownTextRecord[]) => void;
};
