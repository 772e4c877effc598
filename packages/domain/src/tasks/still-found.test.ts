import { expect, test } from "vitest";
import { responseOf } from "./record-edit.ts";
import { textRecord } from "./shown-record.fixture.ts";
import { chosenLabels, type TextRecord } from "./shown-record.ts";
import { stillFound } from "./still-found.ts";

const found = (before: Partial<TextRecord>, after: Partial<TextRecord>, asked: Parameters<typeof stillFound>[2]) =>
  stillFound(textRecord(before), responseOf(textRecord({ ...before, ...after })), asked);
const by = (agent: string, ...classes: string[]) => ({ agent, ...chosenLabels(classes) });

test("TSE-16 a saved record leaves the filters that ask for its status, its agent, its labels or its agreement", () => {
  const validated = { status: "Validated", annotation: by("mara", "a") } as const;
  expect(found({}, validated, {})).toBe(true);
  expect(found({}, validated, { status: ["Default"] })).toBe(false);
  expect(found({}, validated, { status: ["Default", "Validated"] })).toBe(true);
  expect(found({ annotation: by("bot", "a") }, validated, { annotated_by: ["bot"] })).toBe(false);
  expect(found({ annotation: by("bot", "b") }, validated, { annotated_as: ["b"] })).toBe(false);
  expect(found({ annotation: by("bot", "b") }, validated, { annotated_as: ["a", "b"] })).toBe(true);
  const prediction = { agent: "model", labels: [{ class_label: "a", score: 0.9 }] };
  expect(found({ prediction, annotation: by("bot", "b") }, validated, { predicted: "ko" })).toBe(false);
  expect(found({ prediction, annotation: by("bot", "b") }, validated, { predicted: "ok" })).toBe(true);
});
