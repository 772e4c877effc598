import type { AnswerValue, AnswerValues } from "@postil/domain/answers/values";
import type { Question } from "@postil/domain/datasets/question";

/** What will be written, question by question, in the words of the form. */
export function WrittenValues({ values, questions }: { values: AnswerValues; questions: readonly Question[] }) {
  return (
    <dl className="mt-2 max-h-64 overflow-auto rounded-control bg-sunken px-3 py-2">
      {questions.map((question) => {
        const answer = values[question.name];
        return (
          answer !== undefined && (
            <div key={question.name} className="py-1">
              <dt className="text-small text-soft">{question.title}</dt>
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
