import { expect, test } from "vitest";
import { annotationToWire, taskRecordFromWire } from "./task-records.ts";

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
