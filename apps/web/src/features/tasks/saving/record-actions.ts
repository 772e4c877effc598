import type { Answer, ShownTaskRecord, ShownTextRecord } from "@postil/domain/tasks/shown-record";

/**
 * What can be done to the records of a task dataset (TST-01 to TST-08, TST-18). Each takes the record's status from what is shown, shows
 * its outcome at once and can be undone; what is refused by the server comes back as an edit. The same from render to render.
 */
export type RecordActions = {
  /** Keeps an answer without validating it: the record is Edited, unless it says what it said before. */
  readonly edit: (record: ShownTaskRecord, answer: Answer) => void;
  /** Writes what the records show under the user's name; one that is validated loses its status instead (TST-04). */
  readonly validate: (records: readonly ShownTaskRecord[]) => void;
  /** Writes an answer at once, as choosing a single label does (TAN-06). */
  readonly answer: (record: ShownTaskRecord, answer: Answer) => void;
  /** One that is discarded loses its status instead (TST-04). */
  readonly discard: (records: readonly ShownTaskRecord[]) => void;
  /** Empties the answers without validating. */
  readonly clear: (records: readonly ShownTaskRecord[]) => void;
  /** Back to what the server has (TST-02, TST-08). */
  readonly reset: (records: readonly ShownTaskRecord[]) => void;
  /** Removes the annotation from the server and with it the status (TST-05). */
  readonly resetAnnotation: (record: ShownTextRecord) => void;
};
