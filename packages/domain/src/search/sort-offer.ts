import type { Question } from "../datasets/question.ts";
import { answerKind } from "../records/question-types.ts";
import { isFilterable } from "./filter-offer.ts";
import type { Named } from "./known-criteria.ts";
import { type Scope, type SortEntry, scopeKey } from "./record-criteria.ts";

export const SORT_CATEGORIES = ["general", "metadata", "suggestion", "response"] as const;
type SortCategory = (typeof SORT_CATEGORIES)[number];

export type SortCandidate = {
  readonly scope: Scope;
  readonly category: SortCategory;
  /** title of the property or question; null for the record's own times, which the page names */
  readonly title: string | null;
};

/** All sort criteria of a dataset, by category (FFI-11): scores of the questions of FFI-17, values of ratings. */
export function sortCandidates({
  questions,
  properties,
}: Pick<Named, "questions" | "properties">): readonly SortCandidate[] {
  const asked = questions.filter(isFilterable);
  const ratings = asked.filter(({ settings }) => answerKind(settings) === "number");
  const suggested = (question: Question, property: "score" | "value"): SortCandidate => ({
    scope: { entity: "suggestion", question: question.name, property },
    category: "suggestion",
    title: question.title,
  });
  return [
    { scope: { entity: "record", property: "inserted_at" }, category: "general", title: null },
    { scope: { entity: "record", property: "updated_at" }, category: "general", title: null },
    ...properties.map(
      ({ name, title }): SortCandidate => ({
        scope: { entity: "metadata", property: name },
        category: "metadata",
        title,
      }),
    ),
    ...asked.map((question) => suggested(question, "score")),
    ...ratings.map((question) => suggested(question, "value")),
    ...ratings.map(
      ({ name, title }): SortCandidate => ({
        scope: { entity: "response", question: name, property: null },
        category: "response",
        title,
      }),
    ),
  ];
}

/** One that the dataset no longer has is made from its names, so that the reader can remove it. */
export function candidateOf(candidates: readonly SortCandidate[], { scope }: SortEntry): SortCandidate {
  const known = candidates.find((candidate) => scopeKey(candidate.scope) === scopeKey(scope));
  if (known !== undefined) return known;
  switch (scope.entity) {
    case "record":
      return { scope, category: "general", title: null };
    case "metadata":
      return { scope, category: "metadata", title: scope.property };
    case "suggestion":
    case "response":
      return { scope, category: scope.entity, title: scope.question ?? "" };
  }
}
