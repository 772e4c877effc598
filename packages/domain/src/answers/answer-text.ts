import type { LabelOption, QuestionSettings, SpanQuestionSettings } from "../datasets/question.ts";
import type { AnswerValue } from "../records/answer-values.ts";
import type { FeedbackRecord } from "../records/record.ts";
import type { Span } from "../spans/span.ts";
import { readAnswer } from "./answers.ts";
import type { Answer, Ranked } from "./question-types.ts";
import { quotedSpans } from "./quoted-spans.ts";

type FieldTexts = FeedbackRecord["fields"];

/**
 * An answer as text for people: the texts of options instead of their values, a ranking in the order of its ranks,
 * spans with their words. A value that no longer fits its question is shown as it was stored.
 */
export function answerText(settings: QuestionSettings, value: AnswerValue, fields: FieldTexts): string {
  const answer = readAnswer(settings, value);
  return answer === undefined ? storedText(value) : wordsOf(settings, answer, fields);
}

function wordsOf(settings: QuestionSettings, answer: Answer, fields: FieldTexts): string {
  switch (answer.type) {
    case "text":
      return answer.value;
    case "rating":
      return String(answer.value);
    case "label_selection":
      return optionText(settings, answer.value ?? "");
    case "multi_label_selection":
      return answer.value.map((value) => optionText(settings, value)).join(", ");
    case "ranking":
      return [...answer.value]
        .sort(byRank)
        .map(({ value, rank }) => `${rank}. ${optionText(settings, value)}`)
        .join(", ");
    case "span":
      // Only span questions have span answers.
      return spansText(settings as SpanQuestionSettings, answer.value ?? [], fields);
    case "unknown":
      return "";
  }
}

const byRank = (one: Ranked, other: Ranked) => one.rank - other.rank;

function optionText(settings: QuestionSettings, value: string): string {
  const options: readonly Partial<LabelOption>[] = "options" in settings ? (settings.options as readonly object[]) : [];
  return options.find((option) => option.value === value)?.text ?? value;
}

function spansText(settings: SpanQuestionSettings, spans: readonly Span[], fields: FieldTexts): string {
  return quotedSpans(settings, spans, fields)
    .map(({ words, label }) => `“${words}” ${label}`)
    .join(", ");
}

const storedText = (value: AnswerValue): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
