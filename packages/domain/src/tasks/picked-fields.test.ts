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
  expect(pickedFields(patterns).pick(DOCUMENT)).toEqual(wanted);
});

test("TSE-22 a name that objects have themselves is picked as any other", () => {
  const document = JSON.parse('{"id":"1","inputs":{"__proto__":"a","b":"c"}}');
  expect(JSON.stringify(pickedFields(["inputs.__proto__"]).pick(document))).toBe(
    '{"inputs":{"__proto__":"a"},"id":"1"}',
  );
});
