import type { LabelOption } from "../datasets/question.ts";
import type { RuledQuestion } from "./record-rules.ts";

const options = (...values: readonly string[]): LabelOption[] =>
  values.map((value) => ({ value, text: value.toUpperCase(), description: null }));

/** One question of each type; the first and the ranking are required. */
export const QUESTIONS = [
  {
    name: "label",
    required: true,
    settings: { type: "label_selection", options: options("a", "b"), visibleOptions: null },
  },
  {
    name: "multi",
    required: false,
    settings: {
      type: "multi_label_selection",
      options: options("a", "b", "c"),
      visibleOptions: null,
      optionsOrder: "natural",
    },
  },
  { name: "rate", required: false, settings: { type: "rating", options: [{ value: 1 }, { value: 2 }, { value: 3 }] } },
  { name: "note", required: false, settings: { type: "text", useMarkdown: false } },
  { name: "rank", required: true, settings: { type: "ranking", options: options("a", "b", "c") } },
  {
    name: "span",
    required: false,
    settings: {
      type: "span",
      field: "text",
      options: options("x", "y"),
      visibleOptions: null,
      allowOverlapping: false,
      allowCharacterAnnotation: true,
    },
  },
] as const satisfies readonly RuledQuestion[];
