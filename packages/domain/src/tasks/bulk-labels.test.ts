import { expect, test } from "vitest";
import { carriedBy, grantedLabels, type LabelWishes, labelCounts, withWish } from "./bulk-labels.ts";
import { shownOf, textRecord } from "./shown-record.fixture.ts";
import { annotatedClasses, chosenLabels } from "./shown-record.ts";

const several = (...classes: string[]) =>
  shownOf(textRecord({ annotation: { ...chosenLabels(classes), agent: "mara" }, multiLabel: true }));
const wishes = (...pairs: [string, "add" | "remove"][]): LabelWishes => new Map(pairs);

test("TST-18 labels are counted over the records selected, and a wish is for all of them", () => {
  const counts = labelCounts([several("a", "b"), several("a")]);
  const of = (label: string, wished: LabelWishes = wishes()) => carriedBy(label, counts.get(label), 2, wished);
  expect([of("a"), of("b"), of("c")]).toEqual([true, "some", false]);
  expect(of("b", wishes(["b", "add"]))).toBe(true);
  expect(of("a", wishes(["a", "remove"]))).toBe(false);
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
  const press = (before: LabelWishes) => {
    const what = carriedBy("a", count, total, before) === true ? "remove" : "add";
    return withWish(before, { label: "a", what, several: true, count, total });
  };
  expect(carriedBy("a", count, total, wishes())).toBe("some");
  expect([...press(wishes())]).toEqual([["a", "add"]]);
  expect([...press(press(wishes()))]).toEqual([["a", "remove"]]);
});

test("TST-18 of several labels what is added is merged with what each record has, what is removed goes", () => {
  const granted = grantedLabels(several("a", "b"), wishes(["c", "add"], ["a", "remove"], ["b", "add"]));
  expect(annotatedClasses(granted)).toEqual(["b", "c"]);
});

test("TST-18 TAN-06 a single label takes the place of the one before", () => {
  const record = shownOf(textRecord({ annotation: { ...chosenLabels(["a"]), agent: "mara" } }));
  expect(annotatedClasses(grantedLabels(record, wishes(["b", "add"])))).toEqual(["b"]);
  expect(annotatedClasses(grantedLabels(record, wishes(["a", "remove"])))).toEqual([]);
  expect(annotatedClasses(grantedLabels(record, wishes(["z", "remove"])))).toEqual(["a"]);
});

test("TST-18 a wish that changes nothing is none, and of single labels the last one holds", () => {
  const wish = (what: "add" | "remove", carried: number, several = true) =>
    withWish(wishes(["b", "add"]), { label: "a", what, several, count: { carried, suggested: 0 }, total: 2 });
  expect([...wish("add", 1)]).toEqual([
    ["b", "add"],
    ["a", "add"],
  ]);
  expect([...wish("add", 2)]).toEqual([["b", "add"]]);
  expect([...wish("remove", 0)]).toEqual([["b", "add"]]);
  expect([...wish("remove", 1, false)]).toEqual([["a", "remove"]]);
});
