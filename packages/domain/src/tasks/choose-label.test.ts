import { expect, test } from "vitest";
import { chooseLabel, isAsPredicted, labelsOfRecord } from "./choose-label.ts";
import { isPending } from "./record-edit.ts";
import { shownOf, textRecord } from "./shown-record.fixture.ts";
import { annotatedClasses, chosenLabels } from "./shown-record.ts";

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
  // Predicted is not chosen yet.
  expect(chooseLabel(single, "b")).toMatchObject({ does: "answer" });
  const annotated = shownOf(textRecord({ prediction, annotation: by("a"), status: "Validated" }));
  expect(chooseLabel(annotated, "a")).toEqual({ does: "resetAnnotation" });
  expect(chooseLabel(annotated, "b")).toMatchObject({ does: "answer" });
});

test("TAN-07 TAN-08 choosing among several labels edits what is predicted, and back again is no edit", () => {
  const choice = chooseLabel(several, "b");
  expect(choice).toEqual({ does: "edit", answer: chosenLabels(["a"]) });
  if (choice.does !== "edit") throw new Error("no edit");
  const without = shownOf(several, choice.answer);
  expect(isPending(without)).toBe(true);
  const back = chooseLabel(without, "b");
  expect(isPending(shownOf(several, back.does === "edit" ? back.answer : null))).toBe(false);
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
  expect(["a", "b", "c"].filter((label) => isAsPredicted(several, label))).toEqual(["a", "b"]);
  expect(isAsPredicted(single, "a")).toBe(false);
  expect(isAsPredicted(shownOf(textRecord({ prediction, annotation: by("b") })), "b")).toBe(false);
});
