import { expect, test } from "vitest";
import { isPending, storedAs } from "./record-edit.ts";
import { chooseLabel, labelsOfRecord, takeLabel } from "./record-labels.ts";
import { shownOf, textRecord } from "./shown-record.fixture.ts";
import { annotatedClasses, chosenLabels, type ShownTextRecord, type TextRecord } from "./shown-record.ts";

const prediction = {
  agent: "model",
  labels: [
    { class_label: "b", score: 0.9 },
    { class_label: "a", score: 0.6 },
    { class_label: "c", score: 0.2 },
  ],
};
const by = (...classes: string[]) => ({ ...chosenLabels(classes), agent: "mara" });
const single = shownOf(textRecord({ prediction }));
const several = shownOf(textRecord({ prediction, multiLabel: true }));

test("TAN-06 choosing a single label writes it with score 1, choosing the annotated one again takes the annotation away", () => {
  const answer = { labels: [{ class_label: "a", score: 1 }] };
  expect(chooseLabel(single, "a")).toEqual({ does: "answer", answer });
  // A predicted label is not chosen yet.
  expect(chooseLabel(single, "b")).toMatchObject({ does: "answer" });
  const annotated = shownOf(textRecord({ prediction, annotation: by("a"), status: "Validated" }));
  expect(chooseLabel(annotated, "a")).toEqual({ does: "resetAnnotation" });
  expect(chooseLabel(annotated, "b")).toMatchObject({ does: "answer" });
});

const pressed = (record: ShownTextRecord, label: string) => {
  const choice = chooseLabel(record, label);
  if (choice.does !== "edit") throw new Error("no edit");
  return shownOf(storedAs(record) as TextRecord, choice.answer, choice.untouched); // a text record
};

test("TAN-07 TAN-08 TAN-15 the first press of a predicted label confirms it, the next one removes it, and one more takes it", () => {
  expect(several.untouched).toEqual(["b", "a"]);
  const confirmed = pressed(several, "b");
  expect(isPending(confirmed)).toBe(true);
  expect([annotatedClasses(confirmed.answer), confirmed.untouched]).toEqual([["b", "a"], ["a"]]);
  const removed = pressed(confirmed, "b");
  expect([annotatedClasses(removed.answer), removed.untouched]).toEqual([["a"], ["a"]]);
  const taken = pressed(removed, "b");
  expect([annotatedClasses(taken.answer), taken.untouched]).toEqual([["b", "a"], ["a"]]);
  const other = pressed(several, "c");
  expect([annotatedClasses(other.answer), other.untouched]).toEqual([
    ["b", "a", "c"],
    ["b", "a"],
  ]);
  expect(isPending(pressed(other, "c")), "taken back, it is no edit").toBe(false);
});

test("FAN-29 TAN-15 taking a label that was found confirms what is predicted and takes nothing away", () => {
  expect(takeLabel(several, "b")).toEqual(chooseLabel(several, "b"));
  expect(takeLabel(pressed(several, "b"), "b")).toBeNull();
  expect(takeLabel(several, "c")).toEqual(chooseLabel(several, "c"));
  expect(takeLabel(single, "b")).toEqual(chooseLabel(single, "b"));
  const annotated = shownOf(textRecord({ annotation: by("a"), status: "Validated" }));
  expect(takeLabel(annotated, "a")).toBeNull();
});

test("TAN-07 what an annotation says of a label besides its name stays while others are chosen", () => {
  const annotation = { agent: "api", labels: [{ class_label: "a", score: 0.4 }] };
  const record = shownOf(textRecord({ annotation, multiLabel: true }));
  expect(labelsOfRecord(record, ["c", "a"]).labels).toEqual([
    { class_label: "a", score: 0.4 },
    { class_label: "c", score: 1 },
  ]);
  expect(annotatedClasses(labelsOfRecord(record, ["c", "c"]))).toEqual(["c"]);
});

test("TAN-08 labels are marked as predictions until somebody annotates", () => {
  expect(several.untouched).toEqual(["b", "a"]);
  expect(single.untouched).toEqual(["b"]);
  expect(shownOf(textRecord({ prediction, annotation: by("b"), multiLabel: true })).untouched).toEqual([]);
});
