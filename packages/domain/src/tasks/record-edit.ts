import { sameJson } from "../objects.ts";
import type {
  AnswerDraft,
  KnownResponse,
  OwnResponse,
  ResponseStatus,
  ResponseValues,
} from "../records/labeled-record.ts";
import { byScore, readAnswer } from "./annotation-part.ts";
import {
  type Answer,
  emptyAnswer,
  type SavedState,
  type Shown,
  type ShownTaskRecord,
  type StoredTaskRecord,
  startingAnswer,
  suggestedLabels,
} from "./shown-record.ts";
import type { TaskStatus, WithAgent } from "./task-record.ts";

/**
 * A person's changes to a record of the older family (TST-01 to TST-08). Each is sent to the server, and stored until
 * it is there, as a response: the annotation is its one answer, together with the annotation's agent. A change that is
 * not validated yet is a draft.
 */

const STATUS_OF: { readonly [Status in ResponseStatus]: TaskStatus } = {
  submitted: "Validated",
  discarded: "Discarded",
  draft: "Default",
};
const RESPONSE_STATUS_OF: { readonly [Status in TaskStatus]: ResponseStatus } = {
  Validated: "submitted",
  Discarded: "discarded",
  Default: "draft",
  Edited: "draft",
};

const valuesOf = (annotation: WithAgent | null): ResponseValues => {
  if (annotation === null) return { annotation: { value: null }, agent: { value: null } };
  // Sorted as on the server. No page sets a score for all entities together.
  const { agent, ...part } = byScore(annotation);
  const said = "entities" in part ? { entities: part.entities } : part;
  return { annotation: { value: said }, agent: { value: agent } };
};

export const responseBefore = (record: ShownTaskRecord): KnownResponse => responseOf(storedAs(record));

export type RecordState = { readonly status: TaskStatus; readonly annotation: WithAgent | null };

export const stateAsResponse = ({ status, annotation }: RecordState): OwnResponse => ({
  id: null,
  status: RESPONSE_STATUS_OF[status],
  values: valuesOf(annotation),
  updatedAt: null,
});

export const responseOf = ({ key, lastUpdated, ...record }: StoredTaskRecord): KnownResponse => ({
  ...stateAsResponse(record),
  id: key,
  updatedAt: lastUpdated,
});

/** The record state that a response of ours means: the status to set, and the annotation; null removes it. */
export function annotationOf(
  { status, values }: Pick<OwnResponse, "status" | "values">,
  task: StoredTaskRecord["task"],
): RecordState {
  const part = readAnswer(task, values?.annotation?.value);
  const agent = values?.agent?.value;
  const annotation = part !== null && typeof agent === "string" ? { ...part, agent } : null;
  return { status: STATUS_OF[status], annotation };
}

export const isAnswered = ({ status }: Pick<ShownTaskRecord, "status">): boolean =>
  status === "Validated" || status === "Discarded";

/** Reads the edit of a draft; null if no page of this kind wrote it. */
export const editOf = (draft: AnswerDraft, task: StoredTaskRecord["task"]) => readAnswer(task, draft.annotation?.value);

export const draftOf = (answer: Answer, untouched: readonly string[]): AnswerDraft => ({
  annotation: { value: answer, untouched },
});

export const untouchedIn = (draft: AnswerDraft): readonly string[] => draft.annotation?.untouched ?? [];

type OnTop = {
  /** The change that waits to be sent; null when none waits. */
  readonly wanted: OwnResponse | null;
  readonly saved: SavedState;
  /** The typed or chosen answer that is not validated; null: none. */
  readonly edit: Answer | null;
  /** The labels of the edit that no user pressed. */
  readonly untouched?: readonly string[];
  /**
   * True if the edit was made at an earlier visit, or before the record was last written, also by the same user in
   * another tab.
   */
  readonly editIsOlder?: boolean;
};

/** The server's record with this user's changes applied. */
export function shownRecord(stored: StoredTaskRecord, { wanted, saved, edit, ...given }: OnTop): ShownTaskRecord {
  const known =
    wanted === null
      ? stored
      : { ...stored, ...annotationOf(wanted, stored.task), lastUpdated: wanted.updatedAt ?? stored.lastUpdated };
  const record = known as StoredTaskRecord; // the annotation is of the record's task
  const start = startingAnswer(record);
  const { untouched = [] } = given;
  const edited = edit !== null && !isNoChange(record, edit, untouched);
  const now = edited
    ? { answer: edit, answerOrigin: "edit" as const, untouched, status: "Edited" as const, originStatus: record.status }
    : { ...start, untouched: suggestedLabels(record), originStatus: null };
  const saysSomething = record.annotation !== null || record.status !== "Default";
  const editIsOlder = edited && saysSomething && given.editIsOlder === true;
  return { ...record, ...now, saved, editIsOlder } as ShownTaskRecord; // the answer is of its task
}

export const storedAs = (record: ShownTaskRecord): StoredTaskRecord => ({
  ...record,
  status: record.originStatus ?? record.status,
});

/**
 * True if an edit equals the record without it. Predicted entities that no user has accepted are not an answer yet, so
 * accepting them all is an edit. Pressing one of several predicted labels is an edit too.
 */
export function isNoChange(record: StoredTaskRecord, answer: Answer, untouched: readonly string[]): boolean {
  const start = startingAnswer(record);
  const several = record.task === "TextClassification" && record.multiLabel;
  if (several && suggestedLabels(record).some((label) => !untouched.includes(label))) return false;
  if (record.task === "TokenClassification" && start.answerOrigin === "prediction") return false;
  return sameJson(answer, start.answer);
}

export const shownWith = (record: ShownTaskRecord, answer: Answer): ShownTaskRecord =>
  ({ ...record, answer, answerOrigin: "edit" }) as ShownTaskRecord; // the answer is of the record's task

/** True if it has changes that are neither validated nor discarded (TST-09). */
export const isPending = ({ answerOrigin }: Pick<ShownTaskRecord, "answerOrigin">): boolean => answerOrigin === "edit";

/** True if the shown answer can be validated: a single-label record has one label, and a written text is not empty. */
export function mayValidate(record: ShownTaskRecord): boolean {
  switch (record.task) {
    case "TextClassification":
      return record.multiLabel || record.answer.labels.length === 1;
    case "TokenClassification":
      return true;
    case "Text2Text":
      return record.answer.sentences.some(({ text }) => text.trim() !== "");
  }
}

export type RecordAction = "validate" | "discard" | "clear" | "reset";

const ALL_ACTIONS: readonly RecordAction[] = ["validate", "discard", "clear", "reset"];

/**
 * The actions that the row of a record offers, in the order of its buttons (TST-21). Choosing a label validates a single-label
 * record at once, so its row offers only to confirm an answer that stands there. An edit stays on such a record only if its save
 * was refused, for example because somebody changed the record meanwhile.
 */
export function rowActions(record: ShownTaskRecord): readonly RecordAction[] {
  if (record.task !== "TextClassification" || record.multiLabel) return ALL_ACTIONS;
  if (isPending(record)) return ["validate", "discard", "reset"];
  return !isAnswered(record) && mayValidate(record) ? ["validate", "discard"] : ["discard"];
}

/**
 * The actions that selected records offer: what one of them offers. Several records can always be validated, each with its own
 * prediction.
 */
export function sharedActions(records: readonly ShownTaskRecord[]): readonly RecordAction[] {
  const offered = new Set<RecordAction>(["validate", ...records.flatMap(rowActions)]);
  return ALL_ACTIONS.filter((name) => offered.has(name));
}

/** TST-06: the validated answer, in the name of the signed-in user (TST-07). */
export const validated = (record: ShownTaskRecord, username: string): OwnResponse => ({
  id: record.key,
  status: "submitted",
  values: valuesOf({ ...record.answer, agent: username }),
  updatedAt: null,
});

/** TST-01: the annotation stays, changes that are not validated are dropped. */
export const discarded = (record: ShownTaskRecord): OwnResponse => ({ ...responseBefore(record), status: "discarded" });

/** TST-03, TST-04: removes the status; the annotation stays. */
export const withoutStatus = (record: ShownTaskRecord): OwnResponse => ({ ...responseBefore(record), status: "draft" });

const STATUS_AFTER = { validate: "Validated", discard: "Discarded" } as const;

/** TST-04: true if an action is repeated on a single record that has its status already: it then removes the status. */
export const takesBack = (
  action: keyof typeof STATUS_AFTER,
  records: readonly Pick<ShownTaskRecord, "status">[],
): boolean => records.length === 1 && records[0]?.status === STATUS_AFTER[action];

/** What an action does to these records, for the name of its button (TST-21). */
export function effectOf(action: RecordAction, records: readonly Pick<ShownTaskRecord, "status">[]) {
  if (action === "validate") return takesBack(action, records) ? "unvalidate" : action;
  if (action === "discard") return takesBack(action, records) ? "undiscard" : action;
  return action;
}

/** TST-05: removes the annotation and the status. */
export const withoutAnnotation = ({ key }: ShownTaskRecord): OwnResponse => ({
  id: key,
  status: "draft",
  values: valuesOf(null),
  updatedAt: null,
});

/** The answer after Clear: empty, not validated (design: the task pages). */
export const cleared = <Stored extends StoredTaskRecord>(record: Shown<Stored>): Answer<Stored> =>
  emptyAnswer<Stored>(record);
