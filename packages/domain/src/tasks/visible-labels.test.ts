import fc from "fast-check";
import { expect, test } from "vitest";
import { indexLabels } from "../labels/label-search.ts";
import { VISIBLE_LABELS } from "./labels.ts";
import { visibleLabels } from "./record-labels.ts";
import { shownOf, textRecord } from "./shown-record.fixture.ts";
import { annotatedClasses, chosenLabels } from "./shown-record.ts";

const indexOf = (names: readonly string[]) =>
  indexLabels(names.map((name) => ({ value: name, text: name, description: null })));
const LETTERS = indexOf([..."abcdefghijklmnop"]);
const ROW = { limit: VISIBLE_LABELS, query: "" };
const names = ({ shown }: ReturnType<typeof visibleLabels>) => shown.map(({ value }) => value).join("");
const predicted = (...labels: readonly (readonly [string, number])[]) => ({
  agent: "model",
  labels: labels.map(([class_label, score]) => ({ class_label, score })),
});

test("LAB-06 LAB-07 ten labels stand on a row, predicted ones first by score, the others in order, with their own numbers", () => {
  const record = shownOf(textRecord({ prediction: predicted(["c", 0.2], ["m", 0.9], ["gone", 0.5]) }));
  const view = visibleLabels(LETTERS, record, ROW);
  expect(names(view)).toBe("mcabdefghi");
  expect(view.hidden).toBe(6);
  expect(view.shown.slice(0, 3).map(({ number }) => number)).toEqual([13, 3, 1]);
});

test("LAB-07 what is chosen is always among them, also a label that the dataset does not have", () => {
  const annotation = { ...chosenLabels(["p", "gone"]), agent: "mara" };
  const view = visibleLabels(LETTERS, shownOf(textRecord({ annotation, multiLabel: true })), ROW);
  expect(view.shown.map(({ value }) => value).slice(8)).toEqual(["i", "j", "p", "gone"]);
  expect(view.shown.at(-1)?.number).toBe(0);
  expect(view.hidden).toBe(5);
});

test("LAB-07 a search finds among all of them, hidden ones too", () => {
  const record = shownOf(textRecord());
  expect(names(visibleLabels(LETTERS, record, { limit: VISIBLE_LABELS, query: "p" }))).toBe("p");
  expect(visibleLabels(LETTERS, record, { limit: null, query: "" }).hidden).toBe(0);
});

test("LAB-06 whatever is predicted and chosen, none stands twice, and shown and hidden are all", () => {
  const letters = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnop"));
  fc.assert(
    fc.property(letters, letters, fc.option(fc.nat(20)), (machine, person, limit) => {
      const prediction = predicted(...machine.map((label, at) => [label, 1 / (at + 1)] as const));
      const annotation = { ...chosenLabels(person), agent: "mara" };
      const record = shownOf(textRecord({ prediction, annotation, multiLabel: true }));
      const { shown, hidden } = visibleLabels(LETTERS, record, { limit, query: "" });
      const values = shown.map(({ value }) => value);
      expect(new Set(values).size).toBe(values.length);
      expect(values.length + hidden).toBe(16);
      expect(values).toEqual(expect.arrayContaining([...annotatedClasses(record.answer)]));
      expect(values.length).toBeLessThanOrEqual((limit ?? 16) + person.length);
    }),
  );
});
