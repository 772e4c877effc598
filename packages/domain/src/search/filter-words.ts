import { optionsOf, type Question } from "../datasets/question.ts";
import type { ExactNumber } from "../text/whole-numbers.ts";
import type { Named } from "./known-criteria.ts";
import type { CriteriaFilter } from "./record-criteria.ts";

/** The parts of a filter badge. The page adds the words between them. */
export type FilterWords = {
  /** title of the question or the property; its name if the title is unknown */
  readonly title: string;
  /** part of a suggestion; null if the subject has only one part */
  readonly part: "value" | "score" | "agent" | null;
  readonly asked:
    | { readonly type: "terms"; readonly texts: readonly string[]; readonly match: "any" | "all" }
    | { readonly type: "range"; readonly ge: ExactNumber | null; readonly le: ExactNumber | null };
};

/** Titles for names, texts for values (design/filters.md#values: "question · score 60–100 %"). */
export function wordsOfFilter(
  { scope, condition }: CriteriaFilter,
  { questions, properties }: Pick<Named, "questions" | "properties">,
): FilterWords {
  if (scope.entity === "metadata") {
    const title = properties.find(({ name }) => name === scope.property)?.title ?? scope.property;
    return { title, part: null, asked: asked(condition, String) };
  }
  const question = questions.find(({ name }) => name === scope.question);
  const part = scope.entity === "suggestion" ? scope.property : null;
  const textOf = part === "agent" || part === "score" ? String : textsOf(question);
  return { title: question?.title ?? scope.question, part, asked: asked(condition, textOf) };
}

function asked(condition: CriteriaFilter["condition"], textOf: (value: string) => string): FilterWords["asked"] {
  if (condition.type === "range") return condition;
  return { type: "terms", texts: condition.values.map(textOf), match: condition.match };
}

function textsOf(question: Question | undefined): (value: string) => string {
  const texts = new Map<string, string>();
  for (const option of question === undefined ? [] : optionsOf(question.settings))
    if ("text" in option) texts.set(option.value, option.text);
  return (value) => texts.get(value) ?? value;
}
