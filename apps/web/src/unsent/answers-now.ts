import { answerText } from "@postil/domain/answers/answer-text";
import type { Question } from "@postil/domain/datasets/question";
import type { OwnResponse } from "@postil/domain/records/labeled-record";
import type { AnswerValue } from "@postil/domain/records/record";
import type { Span } from "@postil/domain/spans/span";
import { cutText } from "@postil/domain/text/word-diff";
import { t } from "i18next";
import "../lib/i18n/en/save-failure.ts";
import { questionsQuery } from "../lib/api/queries/dataset-parts.ts";
import { queryClient } from "../lib/api/query-client.ts";
import { textOfAnswer } from "../lib/kept-work/typed-work.ts";

/** The answers of a response, one text each: by titles and the texts of options, if the questions are known on this page. */
export function answersNow(datasetId: string, response: OwnResponse | null): string[] {
  const questions = queryClient.getQueryData(questionsQuery(datasetId).queryKey) ?? [];
  return Object.entries(response?.values ?? {}).map(([name, { value }]) => {
    const question = questions.find((one) => one.name === name);
    const text = question === undefined ? textOfAnswer(value) : knownText(question, value);
    return t("saveFailure.answer", {
      title: question?.title ?? name,
      text: cutText(text, LONGEST).replace(/\s+/g, " "),
    });
  });
}

/** Longest shown answer, UTF-16 units. */
const LONGEST = 200;

/** The record's text is not at hand, so spans are named by their labels alone. */
function knownText({ settings }: Question, value: unknown): string {
  if (settings.type !== "span" || !Array.isArray(value)) return answerText(settings, value as AnswerValue, {});
  const texts = new Map(settings.options.map((option) => [option.value, option.text]));
  return (value as readonly Partial<Span>[]).map(({ label = "" }) => texts.get(label) ?? label).join(", ");
}
