import { expect, test } from "vitest";
import { taskSearchFields } from "./task-fields.ts";

const METADATA = new Map([
  ["n", "integer"],
  ["word", "text"],
  ["deep.er", "date"],
] as const);
const fields = (task: Parameters<typeof taskSearchFields>[0]["task"]) =>
  taskSearchFields({ task, inputs: ["title", "a.b"], metadata: METADATA });
const shown = (task: Parameters<typeof taskSearchFields>[0]["task"], name: string): string | null => {
  const field = fields(task).find(name);
  return field && `${field.name.join("/")} ${field.kind === "text" ? field.analysis : field.kind}`;
};

test.each([
  ["text", "text standard"],
  ["text.exact", "text whitespace"],
  ["text.wordcloud", "text standard"],
  ["inputs.title", "inputs/title standard"],
  ["inputs.title.exact", "inputs/title whitespace"],
  ["inputs.a.b", "inputs/a.b standard"],
  ["inputs.nope", null],
  ["tokens", null],
  ["id", "id keyword"],
  ["_id", "id keyword"],
  ["annotated_as", "annotated_as keyword"],
  ["annotated_as.text", "annotated_as standard"],
  ["predicted_by.exact", "predicted_by whitespace"],
  ["score", "score float"],
  ["multi_label", "multi_label boolean"],
  ["last_updated", "last_updated time"],
  ["metadata.n", "metadata/n integer"],
  ["metadata.n.text", null],
  ["metadata.word", "metadata/word keyword"],
  ["metadata.word.text", "metadata/word standard"],
  ["metadata.deep.er", "metadata/deep.er time"],
  ["metadata.deep", "metadata/deep object"],
  ["metadata", "metadata object"],
  ["inputs", "inputs object"],
  ["predictions", "predictions object"],
  ["predictions.agent-1", "predictions/agent-1 object"],
  ["predictions.m.2.labels.class_label", "predictions/m.2.labels.class_label keyword"],
  ["predictions.m.labels.class_label.text", "predictions/m.labels.class_label standard"],
  ["annotations.Bob Smith.labels.score", "annotations/Bob Smith.labels.score float"],
  ["predictions.m.labels.class", "predictions/m.labels.class object"],
  ["metrics.text_length", "metrics/text_length integer"],
  ["prediction", null],
  ["explanation", null],
  ["vectors.v", null],
  ["nope", null],
  ["", null],
])("TSE-22 in text classification %s is %s", (name, wanted) => {
  expect(shown("TextClassification", name)).toBe(wanted);
});

test("TSE-22 other tasks have fields of their own", () => {
  expect(shown("TokenClassification", "tokens")).toBe("tokens keyword");
  expect(shown("TokenClassification", "inputs.title")).toBe(null);
  expect(shown("TokenClassification", "predictions.m.entities.start")).toBe("predictions/m.entities.start integer");
  expect(shown("TokenClassification", "annotations.u.score")).toBe("annotations/u.score float");
  expect(shown("TokenClassification", "metrics.predicted.mentions.label")).toBe(
    "metrics/predicted.mentions.label keyword",
  );
  expect(shown("Text2Text", "predictions.m.sentences.text.exact")).toBe("predictions/m.sentences.text whitespace");
  expect(shown("Text2Text", "predictions.m.sentences.text.text")).toBe("predictions/m.sentences.text standard");
  expect(shown("Text2Text", "annotated_as.text")).toBe(null);
});

test("TSE-22 what is read from the documents alone is known beforehand", () => {
  const { readsDocuments } = fields("TextClassification");
  const exists = (source: string, ...names: string[]) => readsDocuments({ kind: "exists", field: [source, ...names] });
  expect([exists("predictions", "m"), exists("metrics", "text_length"), exists("inputs", "a")]).toEqual([
    true,
    true,
    true,
  ]);
  expect([exists("metadata", "n"), exists("score"), exists("text")]).toEqual([false, false, false]);
  const analysis = "standard";
  expect(readsDocuments({ kind: "words", field: ["inputs", "a"], analysis, demands: [] })).toBe(false);
});

test("TSE-22 a name with wildcards goes through all fields that have values", () => {
  const names = [...fields("TextClassification").names()];
  expect(names).toContain("inputs.title.exact");
  expect(names).toContain("metadata.word.text");
  expect(names).not.toContain("metadata");
});
