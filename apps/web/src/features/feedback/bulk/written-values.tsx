import { readAnswer } from "@postil/domain/answers/answers";
import type { Question } from "@postil/domain/datasets/question";
import type { AnswerValue } from "@postil/domain/records/answer-values";
import type { ResponseValues } from "@postil/domain/records/record-status";

/** The values to write, for each question, in the words of the form. */
export function WrittenValues({ values, questions }: { values: ResponseValues; questions: readonly Question[] }) {
  return (
    <dl>
      {questions.map((question) => {
        const answer = readAnswer(question.settings, values[question.name]?.value);
        return (
          answer !== undefined &&
          answer.type !== "unknown" &&
          answer.value !== null && (
            <div key={question.name} className="py-1">
              <dt translate="no" className="text-small text-soft">
                {question.title}
              </dt>
              <dd className="line-clamp-4 whitespace-pre-line wrap-anywhere">{inWords(question, answer.value)}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

function inWords({ settings }: Question, value: AnswerValue): string {
  const textOf = (option: string) =>
    ("options" in settings && settings.type !== "rating"
      ? settings.options.find((candidate) => candidate.value === option)?.text
      : undefined) ?? option;
  if (settings.type === "text" || typeof value === "number") return String(value);
  if (typeof value === "string") return textOf(value);
  return value
    .map((part) => {
      if (typeof part === "string") return textOf(part);
      return "rank" in part ? `${part.rank}. ${textOf(part.value)}` : textOf(part.label);
    })
    .sort((a, b) => (settings.type === "ranking" ? a.localeCompare(b, undefined, { numeric: true }) : 0))
    .join(", ");
}
