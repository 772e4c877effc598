import { asObject, isListOf, isNumber, isString } from "../json-object.ts";
import type { ResponseValues } from "../records/labeled-record.ts";
import { isRankedOption, isSpan } from "../records/question-types.ts";
import { readAnswer } from "../tasks/annotation-part.ts";
import { taskRecordPlace } from "../tasks/record-key.ts";
import type { Family, OutboxEntry } from "./outbox-entry.ts";

/** True if every member is an answer. The server's answers may have a type that this page does not know. */
export function areValues(kept: unknown): kept is ResponseValues {
  const answers = asObject(kept);
  return answers !== null && Object.values(answers).every((answer) => asObject(answer)?.value !== undefined);
}

/** True if a page can have made the intent. Only the server checks if the answers fit the questions. */
export const isSoundIntent = ({ family, recordId, intent }: Pick<OutboxEntry, "family" | "recordId" | "intent">) =>
  intent.kind === "remove" || ARE_SOUND[family](intent.values, recordId);

const ARE_SOUND: { readonly [F in Family]: (values: ResponseValues | null, recordId: string) => boolean } = {
  feedback: (values) => Object.values(values ?? {}).every(({ value }) => isAnswer(value)),
  tasks(values, recordId) {
    const [annotation, agent] = [values?.annotation?.value, values?.agent?.value];
    // An agent without an annotation, or the reverse, would delete the annotation.
    return agent === null
      ? annotation === null
      : isString(agent) && readAnswer(taskRecordPlace(recordId).task, annotation) !== null;
  },
};

const isAnswer = (value: unknown): boolean =>
  isString(value) ||
  isNumber(value) ||
  isListOf(value, isString) ||
  isListOf(value, isRankedOption) ||
  isListOf(value, isSpan);
