import type { AnswerDraft } from "../records/answer-draft.ts";
import type { KnownResponse, OwnResponse, ResponseValues } from "../records/record-status.ts";
import type { ResponseStatus } from "../records/response.ts";
import { sameJson } from "../same-json.ts";
import { byScore } from "./annotation-parts-in-order.ts";
import { readAnswer } from "./read-answer.ts";
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
 * What a person does to a record of the older family (TST-01 to TST-08). It goes to the server, and is kept until it is there, as a
 * response does whose one answer is the annotation; the agent that gave it goes with it. What is not validated yet is a draft.
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
  // In the order in which the server keeps them; of entities no page says a score for all of them.
  const { agent, ...part } = byScore(annotation);
  const said = "entities" in part ? { entities: part.entities } : part;
  return { annotation: { value: said }, agent: { value: agent } };
};

/** What a record said on the server before what is not validated yet, as a response. */
export const responseBefore = (record: ShownTaskRecord): KnownResponse => responseOf(storedAs(record));

/** What a record says: its status, and its annotation with whoever gave it. */
export type RecordState = { readonly status: TaskStatus; readonly annotation: WithAgent | null };

export const stateAsResponse = ({ status, annotation }: RecordState): OwnResponse => ({
  id: null,
  status: RESPONSE_STATUS_OF[status],
  values: valuesOf(annotation),
  updatedAt: null,
});

/** A record as the server has it, as a response. */
export const responseOf = ({ key, lastUpdated, ...record }: StoredTaskRecord): KnownResponse => ({
  ...stateAsResponse(record),
  id: key,
  updatedAt: lastUpdated,
});

/** What a response of ours says: the status to set, and the annotation, null to remove it. */
export function annotationOf(
  { status, values }: Pick<OwnResponse, "status" | "values">,
  task: StoredTaskRecord["task"],
): RecordState {
  const part = readAnswer(task, values?.annotation?.value);
  const agent = values?.agent?.value;
  const annotation = part !== null && typeof agent === "string" ? { ...part, agent } : null;
  return { status: STATUS_OF[status], annotation };
}

/** Whether a person is done with it, as things stand on the page. */
export const isAnswered = ({ status }: Pick<ShownTaskRecord, "status">): boolean =>
  status === "Validated" || status === "Discarded";

/** Null for what no page of this kind kept. */
export const editOf = (draft: AnswerDraft, task: StoredTaskRecord["task"]) => readAnswer(task, draft.annotation?.value);

export const draftOf = (answer: Answer, untouched: readonly string[]): AnswerDraft => ({
  annotation: { value: answer, untouched },
});

/** Of what an edit says, the labels that nobody pressed. */
export const untouchedIn = (draft: AnswerDraft): readonly string[] => draft.annotation?.untouched ?? [];

type OnTop = {
  /** What was done and waits to be sent; null when nothing waits. */
  readonly wanted: OwnResponse | null;
  readonly saved: SavedState;
  /** What is typed or chosen and not validated. */
  readonly edit: Answer | null;
  /** Of its labels those that nobody pressed. */
  readonly untouched?: readonly string[];
  /** It was made at an earlier visit, or before the record was last written, be it by the same person in another tab. */
  readonly editIsOlder?: boolean;
};

/** A record with what this person did to it on top of what the server has. */
export function shownRecord(stored: StoredTaskRecord, { wanted, saved, edit, ...given }: OnTop): ShownTaskRecord {
  const known =
    wanted === null
      ? stored
      : { ...stored, ...annotationOf(wanted, stored.task), lastUpdated: wanted.updatedAt ?? stored.lastUpdated };
  const record = known as StoredTaskRecord; // its own task's annotation
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

/** A record without what is not validated yet. */
export const storedAs = (record: ShownTaskRecord): StoredTaskRecord => ({
  ...record,
  status: record.originStatus ?? record.status,
});

/**
 * Whether an edit says what the record says without it. Predicted entities that nobody took over are not said yet: to take them all
 * over is an edit, and so is one of several predicted labels that somebody pressed.
 */
export function isNoChange(record: StoredTaskRecord, answer: Answer, untouched: readonly string[]): boolean {
  const start = startingAnswer(record);
  const several = record.task === "TextClassification" && record.multiLabel;
  if (several && suggestedLabels(record).some((label) => !untouched.includes(label))) return false;
  if (record.task === "TokenClassification" && start.answerOrigin === "prediction") return false;
  return sameJson(answer, start.answer);
}

/** A record as it would be if it said the answer. */
export const shownWith = (record: ShownTaskRecord, answer: Answer): ShownTaskRecord =>
  ({ ...record, answer, answerOrigin: "edit" }) as ShownTaskRecord; // of its task

/** Has changes that are neither validated nor discarded (TST-09). */
export const isPending = ({ answerOrigin }: Pick<ShownTaskRecord, "answerOrigin">): boolean => answerOrigin === "edit";

/** Whether what a record shows as its answer is one: a single label is one, a written text is not empty. */
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

/** TST-06: by the signed-in user (TST-07). */
export const validated = (record: ShownTaskRecord, username: string): OwnResponse => ({
  id: record.key,
  status: "submitted",
  values: valuesOf({ ...record.answer, agent: username }),
  updatedAt: null,
});

/** TST-01: what is annotated stays, what is not validated is let go. */
export const discarded = (record: ShownTaskRecord): OwnResponse => ({ ...responseBefore(record), status: "discarded" });

/** TST-03, TST-04: the status is taken back, the annotation stays. */
export const withoutStatus = (record: ShownTaskRecord): OwnResponse => ({ ...responseBefore(record), status: "draft" });

const STATUS_AFTER = { validate: "Validated", discard: "Discarded" } as const;

/** TST-04: asked for once more on the one record that has its status already, an action takes the status back. */
export const takesBack = (
  action: keyof typeof STATUS_AFTER,
  records: readonly Pick<ShownTaskRecord, "status">[],
): boolean => records.length === 1 && records[0]?.status === STATUS_AFTER[action];

/** TST-05. */
export const withoutAnnotation = ({ key }: ShownTaskRecord): OwnResponse => ({
  id: key,
  status: "draft",
  values: valuesOf(null),
  updatedAt: null,
});

/** What Clear makes of a record: no answer, not validated (design: the task pages). */
export const cleared = <Stored extends StoredTaskRecord>(record: Shown<Stored>): Answer<Stored> =>
  emptyAnswer<Stored>(record);
