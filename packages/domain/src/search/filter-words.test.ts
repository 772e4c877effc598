import { expect, test } from "vitest";
import type { MetadataProperty } from "../datasets/metadata-property.ts";
import type { Question } from "../datasets/question.ts";
import { wordsOfFilter } from "./filter-words.ts";

const common = { id: "1", description: null, required: false, datasetId: "d", insertedAt: 0, updatedAt: 0 };
const questions: readonly Question[] = [
  {
    ...{ ...common, name: "verdict", title: "Does it answer?" },
    settings: {
      type: "label_selection",
      options: [{ value: "in_part", text: "In part", description: null }],
      visibleOptions: null,
    },
  },
];
const properties: readonly MetadataProperty[] = [
  {
    ...{ id: "1", name: "source", title: "Source", visibleForAnnotators: true, datasetId: "d" },
    ...{ insertedAt: 0, updatedAt: 0, settings: { type: "terms", values: null } },
  },
];
const parts = { questions, properties };

test("FFI-07 a metadata filter is said by the title of its property", () => {
  const condition = { type: "terms", values: ["letters page"], match: "any" } as const;
  expect(wordsOfFilter({ scope: { entity: "metadata", property: "source" }, condition }, parts)).toEqual({
    title: "Source",
    part: null,
    asked: { type: "terms", texts: ["letters page"], match: "any" },
  });
});

test("FFI-08 FFI-09 values of a question are said by their texts, those not known as they are", () => {
  const condition = { type: "terms", values: ["in_part", "gone"], match: "all" } as const;
  const asked = { type: "terms", texts: ["In part", "gone"], match: "all" };
  const response = { entity: "response", question: "verdict", property: null } as const;
  expect(wordsOfFilter({ scope: response, condition }, parts)).toEqual({ title: "Does it answer?", part: null, asked });
  const suggestion = { entity: "suggestion", question: "verdict", property: "value" } as const;
  expect(wordsOfFilter({ scope: suggestion, condition }, parts)).toMatchObject({ part: "value", asked });
});

test("FEN-10 values of a question of a later type are said as they are", () => {
  // A type outside the union on purpose.
  const settings = { type: "drawing", options: { shapes: 3 } } as unknown as Question["settings"];
  const drawing = { ...common, name: "drawing", title: "Drawing", settings };
  const scope = { entity: "response", question: "drawing", property: null } as const;
  const condition = { type: "terms", values: ["circle"], match: "any" } as const;
  const words = wordsOfFilter({ scope, condition }, { questions: [drawing], properties });
  expect(words).toMatchObject({ title: "Drawing", asked: { texts: ["circle"] } });
});

test("FFI-09 an agent is said by its name even where it is called like a label", () => {
  const scope = { entity: "suggestion", question: "verdict", property: "agent" } as const;
  const condition = { type: "terms", values: ["in_part"], match: "any" } as const;
  expect(wordsOfFilter({ scope, condition }, parts).asked).toMatchObject({ texts: ["in_part"] });
});

test("FFI-20 a score is said with both its ends; what is not known of the dataset by its name", () => {
  const scope = { entity: "suggestion", question: "other", property: "score" } as const;
  const condition = { type: "range", ge: 0.6, le: 1 } as const;
  expect(wordsOfFilter({ scope, condition }, parts)).toEqual({ title: "other", part: "score", asked: condition });
});
