import { expect, test } from "vitest";
import { annotationToWire, predictionsFromWire, taskRecordFromWire } from "./record-mapping.ts";

const within = { workspace: "archive", dataset: "letters" } as const;
const wire = (given: object) => ({ id: "r1", last_updated: "2026-01-02T03:04:05.000006", ...given });

test("TEN-18 TEN-21 what a reply leaves out is empty, and times are read", () => {
  const record = taskRecordFromWire(wire({ inputs: { text: "A" } }), { ...within, task: "TextClassification" });
  expect(record).toMatchObject({
    key: "archive/letters/TextClassification/=r1",
    ...{ status: "Default", searchKeywords: [], vectors: {}, metadata: {}, prediction: null, annotation: null },
    ...{ inputs: { text: "A" }, multiLabel: false, lastUpdated: Date.UTC(2026, 0, 2, 3, 4, 5) * 1000 + 6 },
  });
});

test.each([
  ["TextClassification", { agent: "m", labels: [{ class: "a", score: 0.5 }] }],
  ["TokenClassification", { agent: "m", entities: [{ start: 0, end: 1, label: "P", score: 1 }], score: 0.2 }],
  ["TokenClassification", { agent: "m", entities: [] }],
  ["Text2Text", { agent: "m", sentences: [{ text: "b", score: 0.1 }] }],
] as const)("TST-15 a prediction of %s goes back as it came, its own score with it", (task, prediction) => {
  const record = taskRecordFromWire(wire({ prediction }), { ...within, task });
  expect(record.prediction && annotationToWire(record.prediction)).toEqual(prediction);
});

test.each(["Poetry", "", "constructor"])("TEN-32 a record of the unknown task %j is not built", (task) => {
  const read = () => taskRecordFromWire(wire({ text: "A" }), { ...within, task: task as "Text2Text" }); // what a newer server may have
  expect(read).toThrow("unknown dataset task");
});

test("TEN-29 TEN-31 what agents predict comes with their names, the one that the record shows first", () => {
  const labels = (name: string) => ({ agent: null, labels: [{ class: name, score: 0.5 }] });
  const predictions = { older: labels("a"), rules: labels("b") };
  const read = predictionsFromWire({ prediction: { ...labels("b"), agent: "rules" }, predictions });
  expect(read.map(({ agent }) => agent)).toEqual(["rules", "older"]);
  expect(read[1]).toEqual({ agent: "older", labels: [{ class_label: "a", score: 0.5 }] });
  expect(predictionsFromWire({ prediction: null, predictions: null })).toEqual([]);
});
