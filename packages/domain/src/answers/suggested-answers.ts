import type { Question, QuestionSettings } from "../datasets/question.ts";
import type { AnswerValue } from "../records/answer-values.ts";
import type { FeedbackRecord, Suggestion } from "../records/record.ts";
import { answerText } from "./answer-text.ts";
import { isValid, readAnswer } from "./answers.ts";
import { rulesOf } from "./question-types.ts";

type Suggested = Pick<FeedbackRecord, "suggestions">;

/**
 * True if suggestions can be accepted for many records at once. Spans cannot: a row does not show them in their text.
 */
export function goesUnseen(settings: QuestionSettings): boolean {
  return rulesOf(settings.type)?.isInText !== true;
}

/** The answer that "accept suggestions" gives to the question on this record; null: none. */
export function acceptedAnswer(question: Question, record: Suggested): AnswerValue | null {
  const suggestion = suggestionOf(question, record);
  const answer = suggestion && readAnswer(question.settings, suggestion.value);
  // A suggestion that does not fit its question is ignored (FAN-16).
  if (answer === undefined || answer.type === "unknown") return null;
  return goesUnseen(question.settings) && isValid(question.settings, answer) ? answer.value : null;
}

const suggestionOf = ({ id }: Question, { suggestions }: Suggested): Suggestion | undefined =>
  suggestions?.find((candidate) => candidate.questionId === id);

/** A suggested answer as text for people; its score, if it has one for the whole answer, else null. */
export type SuggestedAnswer = { readonly title: string; readonly text: string; readonly score: number | null };

/** All answers that "accept suggestions" would write to the record, in question order, for a preview. */
export function suggestedAnswers(
  questions: readonly Question[],
  record: Pick<FeedbackRecord, "suggestions" | "fields">,
): readonly SuggestedAnswer[] {
  return questions.flatMap((question) => {
    const value = acceptedAnswer(question, record);
    if (value === null) return [];
    const score = suggestionOf(question, record)?.score ?? null;
    const text = answerText(question.settings, value, record.fields);
    return [{ title: question.title, text, score: typeof score === "number" ? score : null }];
  });
}
