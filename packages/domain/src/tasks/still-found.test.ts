import { expect, test } from "vitest";
import { responseOf } from "./record-edit.ts";
import { stillFound } from "./search-values.ts";
import { text2TextRecord, textRecord, tokenRecord } from "./shown-record.fixture.ts";
import { chosenLabels, type StoredTaskRecord, type TextRecord } from "./shown-record.ts";

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

const savedAs = (before: StoredTaskRecord, after: StoredTaskRecord, asked: Parameters<typeof stillFound>[2]) =>
  stillFound(before, responseOf(after), asked);

test("TSE-16 entities that agree with the prediction, in its order, stay among the ok and leave the ko; others the other way round", () => {
  const ada = (start: number, label = "PER") => ({ start, end: start + 3, label, score: 1 });
  const prediction = { agent: "model", entities: [ada(0), ada(8)] };
  const before = tokenRecord({ prediction, annotation: { agent: "bot", entities: [ada(0)] } });
  const says = (...entities: ReturnType<typeof ada>[]) =>
    tokenRecord({ prediction, status: "Validated", annotation: { agent: "mara", entities } });
  const found = (after: StoredTaskRecord) =>
    (["ok", "ko"] as const).map((predicted) => savedAs(before, after, { predicted }));
  expect(found(says(ada(0), ada(8)))).toEqual([true, false]);
  expect(found(says(ada(8), ada(0)))).toEqual([false, true]);
  expect(found(says(ada(0), ada(8, "LOC")))).toEqual([false, true]);
  expect(found(says())).toEqual([false, true]);
});

test("TSE-16 what nobody annotates any more agrees with nothing, and of several labels the likely ones count", () => {
  const prediction = {
    agent: "model",
    labels: ["a", "b"].map((class_label, at) => ({ class_label, score: 0.9 - at / 2 })),
  };
  const before = textRecord({ multiLabel: true, prediction, annotation: by("bot", "a") });
  const after = (annotation: TextRecord["annotation"]) =>
    (["ok", "ko"] as const).map((predicted) => savedAs(before, { ...before, annotation }, { predicted }));
  expect(after(null)).toEqual([false, false]);
  expect(after(by("mara", "a"))).toEqual([true, false]);
  expect(after(by("mara", "a", "b"))).toEqual([false, true]);
});

test("TSE-16 a text is annotated as itself", () => {
  const said = (text: string) => ({ agent: "mara", sentences: [{ text, score: 1 }] });
  const before = text2TextRecord({ annotation: said("old") });
  const after = text2TextRecord({ annotation: said("new") });
  expect(savedAs(before, after, { annotated_as: ["old"] })).toBe(false);
  expect(savedAs(before, after, { annotated_as: ["new"] })).toBe(true);
});
