import { expect, test } from "vitest";
import { carriedBy, type LabelChanges, labelCounts, withChange, withLabelChanges } from "./bulk-labels.ts";
import { shownOf, textRecord } from "./shown-record.fixture.ts";
import { annotatedClasses, chosenLabels } from "./shown-record.ts";

const several = (...classes: string[]) =>
  shownOf(textRecord({ annotation: { ...chosenLabels(classes), agent: "mara" }, multiLabel: true }));
const changes = (...pairs: [string, "add" | "remove"][]): LabelChanges => new Map(pairs);

test("TST-18 labels are counted over the records selected, and a change is for all of them", () => {
  const counts = labelCounts([several("a", "b"), several("a")]);
  const of = (label: string, made: LabelChanges = changes()) => carriedBy(label, counts.get(label), 2, made);
  expect([of("a"), of("b"), of("c")]).toEqual([true, "some", false]);
  expect(of("b", changes(["b", "add"]))).toBe(true);
  expect(of("a", changes(["a", "remove"]))).toBe(false);
});

test("TST-18 TAN-08 a single label that is only predicted is carried by no record, several are begun with what is predicted", () => {
  const prediction = { labels: [{ class_label: "a", score: 0.9 }], agent: "model" };
  const predicted = (multiLabel: boolean) => shownOf(textRecord({ prediction, multiLabel }));
  expect(annotatedClasses(predicted(false).answer)).toEqual(["a"]);
  expect([...labelCounts([predicted(false)])]).toEqual([]);
  expect([...labelCounts([predicted(true), several("b")])]).toEqual([
    ["a", { carried: 1, suggested: 1 }],
    ["b", { carried: 1, suggested: 0 }],
  ]);
});

test("TAN-15 TST-18 of many the first press of a predicted label confirms it for all, the next one removes it", () => {
  const prediction = { labels: [{ class_label: "a", score: 0.9 }], agent: "model" };
  const records = [several("a"), shownOf(textRecord({ prediction, multiLabel: true }))];
  const [count, total] = [labelCounts(records).get("a"), records.length];
  const press = (before: LabelChanges) => {
    const what = carriedBy("a", count, total, before) === true ? "remove" : "add";
    return withChange(before, { label: "a", what, several: true, count, total });
  };
  expect(carriedBy("a", count, total, changes())).toBe("some");
  expect([...press(changes())]).toEqual([["a", "add"]]);
  expect([...press(press(changes()))]).toEqual([["a", "remove"]]);
});

test("TST-18 of several labels what is added is merged with what each record has, what is removed goes", () => {
  const granted = withLabelChanges(several("a", "b"), changes(["c", "add"], ["a", "remove"], ["b", "add"]));
  expect(annotatedClasses(granted)).toEqual(["b", "c"]);
});

test("TST-18 TAN-06 a single label takes the place of the one before", () => {
  const record = shownOf(textRecord({ annotation: { ...chosenLabels(["a"]), agent: "mara" } }));
  expect(annotatedClasses(withLabelChanges(record, changes(["b", "add"])))).toEqual(["b"]);
  expect(annotatedClasses(withLabelChanges(record, changes(["a", "remove"])))).toEqual([]);
  expect(annotatedClasses(withLabelChanges(record, changes(["z", "remove"])))).toEqual(["a"]);
});

test("TST-18 a change that changes nothing is none, and of single labels the last one holds", () => {
  const change = (what: "add" | "remove", carried: number, several = true) =>
    withChange(changes(["b", "add"]), { label: "a", what, several, count: { carried, suggested: 0 }, total: 2 });
  expect([...change("add", 1)]).toEqual([
    ["b", "add"],
    ["a", "add"],
  ]);
  expect([...change("add", 2)]).toEqual([["b", "add"]]);
  expect([...change("remove", 0)]).toEqual([["b", "add"]]);
  expect([...change("remove", 1, false)]).toEqual([["a", "remove"]]);
});
