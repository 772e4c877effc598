import type { AnswerValues } from "@postil/domain/answers/values";
import type { Answer } from "../../../lib/outbox/ports.ts";

/**
 * A response to a feedback dataset as a call has it. The wire's types let a submitted one have no null for its values; nothing is
 * submitted without any.
 */
export function answerToWire({ status, values }: Answer) {
  // What a form of questions gave, here or on an earlier visit. The server checks each against its question.
  const answers = values as AnswerValues | null;
  return status === "submitted" ? { status, values: answers ?? {} } : { status, values: answers };
}
