import { expect, test } from "vitest";
import { pickedFields } from "./picked-fields.ts";

const DOCUMENT = {
  id: 7,
  inputs: { text: "a", more: ["b"] },
  metadata: { n: 1, "deep.er": 2, _p: { x: 1 } },
  prediction: { agent: "m", labels: [{ class_label: "A", score: 1 }] },
  predictions: { m: { labels: [{ class_label: "A", score: 1 }] } },
  metrics: { text_length: 3 },
};

test.each([
  [["id"], { id: 7 }],
  [["nothing"], { id: "7" }],
  [["metadata"], { metadata: DOCUMENT.metadata, id: "7" }],
  [["metadata.*"], { metadata: DOCUMENT.metadata, id: "7" }],
  [["metadata.n", "metadata.deep.er"], { metadata: { n: 1, "deep.er": 2 }, id: "7" }],
  [["metadata._p.x"], { metadata: { _p: { x: 1 } }, id: "7" }],
  [["in*", "i*d"], { inputs: DOCUMENT.inputs, id: 7 }],
  [["prediction"], { prediction: DOCUMENT.prediction, id: "7" }],
  [["prediction*"], { prediction: DOCUMENT.prediction, predictions: DOCUMENT.predictions, id: "7" }],
  [["predictions.m.labels.score"], { predictions: { m: { labels: [{ score: 1 }] } }, id: "7" }],
  [["predictions.m.labels"], { predictions: DOCUMENT.predictions, id: "7" }],
  [["*"], DOCUMENT],
])("TSE-22 of a document %j picks what is asked for", (patterns, wanted) => {
  expect(JSON.parse(pickedFields(patterns).pick(JSON.stringify(DOCUMENT)))).toEqual(wanted);
});

test("TSE-22 a name that objects have themselves is picked as any other, and numbers keep their form", () => {
  const document = '{"id":1,"inputs":{"__proto__":"a","b":"c"},"metadata":{"n":5.0,"m":1.50}}';
  const pick = (...patterns: string[]) => pickedFields(patterns).pick(document);
  expect(pick("inputs.__proto__")).toBe('{"id":"1","inputs":{"__proto__":"a"}}');
  expect(pick("metadata.*")).toBe('{"id":"1","metadata":{"n":5.0,"m":1.50}}');
  expect(pick("metadata.n")).toBe('{"id":"1","metadata":{"n":5.0}}');
});
