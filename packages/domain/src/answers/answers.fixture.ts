import fc from "fast-check";
import type { LabelOption, Question, QuestionSettings } from "../datasets/question.ts";
import type { Suggestion } from "../records/record.ts";

/** Questions and suggestions for the tests of the rules about answers. */

export function options(...values: readonly string[]): readonly LabelOption[] {
  return values.map((value) => ({ value, text: value.toUpperCase(), description: null }));
}

export function buildQuestion(settings: QuestionSettings, part: Partial<Question> = {}): Question {
  const name = part.name ?? settings.type;
  return {
    id: `id of ${name}`,
    name,
    title: `Title of ${name}`,
    description: null,
    required: true,
    datasetId: "dataset",
    insertedAt: 1,
    updatedAt: 1,
    ...part,
    settings,
  };
}

export const SETTINGS = {
  text: { type: "text", useMarkdown: false },
  label: { type: "label_selection", options: options("a", "b", "c"), visibleOptions: null },
  multi: {
    type: "multi_label_selection",
    options: options("a", "b", "c", "d"),
    visibleOptions: null,
    optionsOrder: "natural",
  },
  rating: { type: "rating", options: [0, 1, 2, 3].map((value) => ({ value })) },
  ranking: { type: "ranking", options: options("a", "b", "c") },
  span: {
    type: "span",
    field: "body",
    options: options("a", "b"),
    visibleOptions: null,
    allowOverlapping: false,
    allowCharacterAnnotation: true,
  },
} as const satisfies { [name: string]: QuestionSettings };

export function buildSuggestion(
  question: Question,
  value: Suggestion["value"],
  part: Partial<Suggestion> = {},
): Suggestion {
  return {
    id: `suggestion for ${question.name}`,
    questionId: question.id,
    type: "model",
    value,
    agent: "critic-2",
    score: null,
    insertedAt: 1,
    updatedAt: 1,
    ...part,
  };
}

/** A type that this version does not know, as a newer server would send it (FEN-10). */
export function unknownQuestion(part: Partial<Question> = {}): Question {
  // The type is outside the union on purpose.
  const settings = { type: "drawing" } as unknown as QuestionSettings;
  return buildQuestion(settings, { name: "drawing", ...part });
}

/** Any ranking of the options, ties and gaps included. */
export function anyRanking(values: readonly string[]): fc.Arbitrary<{ value: string; rank: number }[]> {
  return fc
    .tuple(
      fc.subarray([...values]),
      fc.array(fc.integer({ min: 1, max: values.length }), { minLength: values.length, maxLength: values.length }),
    )
    .map(([chosen, ranks]) => chosen.map((value, place) => ({ value, rank: ranks[place] ?? 1 })));
}
