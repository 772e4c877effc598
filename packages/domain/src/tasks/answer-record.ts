import { isAsLeft, saysTheSame } from "../records/labeled-record.ts";
import { annotationPartsInOrder } from "./annotation-part.ts";
import { checkRecord } from "./check-record.ts";
import type { LoggedRecord } from "./log-record.ts";
import { type RecordState, stateAsResponse } from "./record-edit.ts";
import type { AnnotationPart, TaskDocument, TaskRecordId, WithAgent } from "./task-record.ts";

/** `seen`: the states that its writer saw or has asked for since; null: it overwrites any state. */
export type TaskAnswer = RecordState & { readonly id: TaskRecordId; readonly seen: readonly RecordState[] | null };

/** `none`: the record has it already. `changed`: its state is one the writer has not seen (TST-19). */
type Verdict = "write" | "none" | "changed";

/**
 * The outcome of an answer, with the record's state now. `changed`: the record has a state that its writer had not
 * seen, and it keeps that state. `detail`: the reason why nothing was written.
 */
export type AnswerOutcome =
  | { readonly outcome: "answered" | "changed"; readonly record: RecordState & { readonly lastUpdated: string } }
  | { readonly outcome: "refused" | "missing"; readonly detail: string };

export const stateOf = ({ status, annotation }: TaskDocument): RecordState => ({
  status,
  annotation: annotation ?? null,
});

export function judgeAnswer(document: TaskDocument, answer: TaskAnswer): Verdict {
  const now = stateAsResponse(stateOf(document));
  if (saysTheSame(now, stateAsResponse(answer))) return "none";
  return answer.seen === null || isAsLeft(now, answer.seen.map(stateAsResponse)) ? "write" : "changed";
}

/** Parts that the answer does not change stay as they are stored. */
export function logOfAnswer(
  document: TaskDocument,
  { status, annotation }: RecordState,
): { readonly record: LoggedRecord } | { readonly fault: string } {
  if (annotation !== null && !isOfTask(document, annotation))
    return { fault: "the annotation is not one of the dataset's task" };
  const before = document.annotation ?? null;
  // Validating writes the annotation again.
  const isKept =
    annotation !== null &&
    status !== "Validated" &&
    saysTheSame(stateAsResponse({ status, annotation }), stateAsResponse({ status, annotation: before }));
  const log = {
    id: document.id,
    status,
    clear: annotation === null && before !== null ? ["annotation"] : [],
    keep: isKept ? ["prediction", "annotation"] : ["prediction"],
    ...(annotation === null || isKept
      ? {}
      : annotationPartsInOrder<AnnotationPart>(NOTHING, { main: annotation, byAgent: undefined })),
    ...contentOf(document),
  } as LoggedRecord; // content and annotation are of one task
  const checked = checkRecord(log);
  return "record" in checked ? checked : { fault: checked.fault.says };
}

const NOTHING = { main: undefined, byAgent: undefined };

function isOfTask(document: TaskDocument, annotation: WithAgent): boolean {
  if ("inputs" in document) return "labels" in annotation;
  return "tokens" in document ? "entities" in annotation : "sentences" in annotation;
}

function contentOf(document: TaskDocument) {
  if ("inputs" in document) return { inputs: document.inputs, multi_label: document.multi_label };
  return "tokens" in document ? { text: document.text, tokens: document.tokens } : { text: document.text };
}
