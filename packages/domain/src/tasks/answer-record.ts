import { saysTheSame } from "../records/record-status.ts";
import { isAsLeft } from "../records/seen-response.ts";
import { annotationPartsInOrder } from "./annotation-parts-in-order.ts";
import { checkRecord } from "./check-record.ts";
import type { LoggedRecord } from "./logged-record.ts";
import { type RecordState, stateAsResponse } from "./record-edit.ts";
import type { AnnotationPart, TaskDocument, TaskRecordId, WithAgent } from "./task-record.ts";

/** An answer to one record. `seen`: what its writer saw there, and asked for since; null: it is written over whatever is there. */
export type TaskAnswer = RecordState & { readonly id: TaskRecordId; readonly seen: readonly RecordState[] | null };

/** What is to be done with an answer. `none`: the record says so already. `changed`: it says what the writer has not seen (TST-19). */
export type Verdict = "write" | "none" | "changed";

/**
 * What became of an answer, and how the record is now: `changed` where it says something that its writer had not seen, and stays so;
 * `detail` where nothing could be written, and why.
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

/** The log that writes an answer, or why the record cannot say so. What the answer does not change stays as it is stored. */
export function logOfAnswer(
  document: TaskDocument,
  { status, annotation }: RecordState,
): { readonly record: LoggedRecord } | { readonly fault: string } {
  if (annotation !== null && !isOfTask(document, annotation))
    return { fault: "the annotation is not one of the dataset's task" };
  const before = document.annotation ?? null;
  // Who validates says the annotation anew.
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
