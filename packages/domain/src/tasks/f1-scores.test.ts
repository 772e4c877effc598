import fc from "fast-check";
import { expect, test } from "vitest";
import {
  collectEntities,
  entityScores,
  type F1Scores,
  type LabeledRecord,
  labelScores,
  packLabels,
  type Tally,
  tallyAllLabels,
  tallyFirstLabels,
  unpackLabels,
} from "./f1-scores.ts";
import type { Entity } from "./task-record.ts";

const labels = (words: string, score = 1) => words.split(" ").flatMap((label) => (label ? [{ label, score }] : []));
const record = (annotated: string, predicted: string, multiLabel = false): LabeledRecord => ({
  multiLabel,
  annotated: labels(annotated),
  predicted: labels(predicted),
});
const scored = (records: readonly LabeledRecord[], tallyOne: typeof tallyAllLabels) => {
  const tally: Tally = new Map();
  for (const one of records) tallyOne(tally, one);
  return labelScores(tally);
};

test("RUL-12 F1 of single labels is that of the reference", () => {
  const records = [record("POS", "POS"), record("NEG", "POS"), record("NEG", "NEG POS"), record("NEU", "POS")];
  const want = {
    macro: { precision: expect.closeTo(0.4444444, 6), recall: 0.5, f1: expect.closeTo(0.3888889, 6) },
    micro: { precision: 0.5, recall: 0.5, f1: 0.5 },
    labels: [
      { label: "POS", precision: expect.closeTo(1 / 3), recall: 1, f1: 0.5, support: 1 },
      { label: "NEG", precision: 1, recall: 0.5, f1: expect.closeTo(2 / 3), support: 2 },
      { label: "NEU", precision: 0, recall: 0, f1: 0, support: 1 },
    ],
  };
  expect(scored(records, tallyFirstLabels)).toEqual(want);
  expect(scored(records, tallyAllLabels)).toEqual(want);
});

test("RUL-12 F1 of several labels decides on each of them; one without labels counts for those of the other side", () => {
  const records = [
    { ...record("A B", "A", true), predicted: [...labels("A", 0.75), ...labels("B", 0.25)] },
    record("A", "A C", true),
    record("C", "A", true),
  ];
  expect(scored(records, tallyAllLabels)).toMatchObject({
    macro: { precision: expect.closeTo(0.2222222, 6), recall: expect.closeTo(1 / 3), f1: expect.closeTo(0.2666667, 6) },
    micro: { precision: 0.5, recall: 0.5, f1: 0.5 },
  });
  expect(scored([...records, record("", "A", true)], tallyAllLabels)).toMatchObject({
    macro: { precision: expect.closeTo(1 / 6), recall: expect.closeTo(1 / 3), f1: expect.closeTo(0.2222222, 6) },
    micro: { precision: 0.4, recall: 0.5, f1: expect.closeTo(0.4444444, 6) },
  });
});

test("RUL-12 F1 of nothing is nothing, and a record without labels on a side is passed over", () => {
  expect(labelScores(new Map())).toBe(null);
  expect(scored([record("A", ""), record("", "A")], tallyFirstLabels)).toBe(null);
});

const entity = (start: number, label: string): Entity => ({ start, end: start + 1, label, score: 1 });
const entityF1 = (records: readonly (readonly [readonly Entity[], readonly Entity[]])[]) => {
  const sides = [new Map<string, string>(), new Map<string, string>()] as const;
  for (const [annotated, predicted] of records) {
    collectEntities(sides[0], annotated);
    collectEntities(sides[1], predicted);
  }
  return entityScores(...sides);
};

test("RUL-12 F1 of entities is that of the reference, of labels that are annotated alone", () => {
  const none = { precision: 0, recall: 0, f1: 0 };
  expect(entityF1([])).toEqual({ macro: none, micro: none, labels: [] });
  const third = [[entity(0, "ORG"), entity(8, "ORG"), entity(21, "PER")], [entity(0, "ORG")]] as const;
  expect(entityF1([third])).toEqual({
    macro: { precision: 0.5, recall: 0.25, f1: expect.closeTo(1 / 3) },
    micro: { precision: 1, recall: expect.closeTo(1 / 3), f1: 0.5 },
    labels: [
      { label: "ORG", precision: 1, recall: 0.5, f1: expect.closeTo(2 / 3), support: 2 },
      { label: "PER", precision: 0, recall: 0, f1: 0, support: 1 },
    ],
  });
  const twice = [
    [entity(5, "P"), entity(0, "P"), entity(0, "P")],
    [entity(0, "P"), entity(5, "P")],
  ] as const;
  expect(entityF1([twice, [[], [entity(0, "MISC")]]])).toMatchObject({
    micro: { precision: 1, recall: 1, f1: 1 },
    labels: [{ label: "P", precision: 1, recall: 1, f1: 1, support: 2 }],
  });
});

test("RUL-12 the same place in two records counts once, as in the reference", () => {
  const ana = [entity(0, "PER")];
  expect(
    entityF1([
      [ana, ana],
      [ana, []],
    ]),
  ).toMatchObject({ micro: { recall: 1 }, labels: [{ support: 1 }] });
});

/** Computes the scores directly: checks every label of every record. */
function plainly(records: readonly LabeledRecord[]): F1Scores | null {
  const sides = records.map(({ annotated, predicted }) => ({
    annotated: new Set(annotated.map(({ label }) => label)),
    predicted: new Set(predicted.filter(({ score }) => score > 0.5).map(({ label }) => label)),
  }));
  const all = [...new Set(sides.flatMap((side) => [...side.annotated, ...side.predicted]))];
  if (all.length === 0) return null;
  const over = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const count = (names: readonly string[], on: (side: (typeof sides)[number], name: string) => boolean) =>
    names.reduce((sum, name) => sum + sides.filter((side) => on(side, name)).length, 0);
  const scores = (names: readonly string[]) => {
    const right = count(names, (side, name) => side.annotated.has(name) && side.predicted.has(name));
    const precision = over(
      right,
      count(names, (side, name) => side.predicted.has(name)),
    );
    const recall = over(
      right,
      count(names, (side, name) => side.annotated.has(name)),
    );
    return { precision, recall, f1: over(2 * precision * recall, precision + recall) };
  };
  const each = all.map((label) => ({
    label,
    ...scores([label]),
    support: count([label], (side) => side.annotated.has(label)),
  }));
  const mean = (of: (one: (typeof each)[number]) => number) =>
    each.reduce((sum, one) => sum + of(one), 0) / each.length;
  const macro = {
    precision: mean((one) => one.precision),
    recall: mean((one) => one.recall),
    f1: mean((one) => one.f1),
  };
  return { macro, micro: scores(all), labels: each };
}

const scoredLabels = fc.uniqueArray(
  fc.record({ label: fc.constantFrom("A", "B", "C"), score: fc.constantFrom(0.2, 0.5, 0.9) }),
  { selector: ({ label }) => label },
);

test("RUL-12 F1 of several labels is that of a plain count", () => {
  const many = fc.array(fc.record({ multiLabel: fc.constant(true), annotated: scoredLabels, predicted: scoredLabels }));
  const byLabel = (scores: F1Scores | null) =>
    scores && { ...scores, labels: scores.labels.toSorted((a, b) => (a.label < b.label ? -1 : 1)) };
  const rounded = (scores: F1Scores | null) =>
    JSON.parse(
      JSON.stringify(byLabel(scores), (_key, value) => (typeof value === "number" ? value.toFixed(9) : value)),
    );
  fc.assert(
    fc.property(many, (records) => {
      expect(rounded(scored(records, tallyAllLabels))).toEqual(rounded(plainly(records)));
    }),
    { numRuns: 1000 },
  );
});

test("RUL-12 records that are packed and counted by kind have the scores of records one by one", () => {
  const scored = fc.record({ label: fc.constantFrom("A", "B", "C"), score: fc.constantFrom(0, 0.25, 0.5, 0.51, 1) });
  const records = fc.array(
    fc.record({
      multiLabel: fc.boolean(),
      annotated: fc.array(scored, { maxLength: 3 }),
      predicted: fc.array(scored, { maxLength: 3 }),
    }),
  );
  fc.assert(
    fc.property(records, (all) => {
      const kinds = Map.groupBy(all, packLabels);
      for (const tallySame of [tallyFirstLabels, tallyAllLabels]) {
        const one: Tally = new Map();
        for (const record of all) tallySame(one, record);
        const together: Tally = new Map();
        for (const [kind, same] of kinds) tallySame(together, unpackLabels(kind), same.length);
        expect(together).toEqual(one);
      }
    }),
  );
});
