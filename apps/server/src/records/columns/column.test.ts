import fc from "fast-check";
import { expect, test } from "vitest";
import { ANY, type Demand, isWithin } from "../../storage/value-sources.ts";
import { fullSet, membersOf, setOf } from "../seq-set.ts";
import { createNumberColumn, createTermColumn } from "./column.ts";

const SIZE = 300;
const FROM = 64;
const TO = 192;

type Value = string | number;
const terms = fc.constantFrom("a", "b", "\uffee", "😀", "long ".repeat(20));
const numbers = fc.constantFrom(-1.5, 0, 0.3, 2, 7, 1e21);
const wholeNumbers = fc.constantFrom(1 - 2 ** 31, -3, 0, 2, 70_000, 2 ** 31 - 1);
/** Whole numbers, and values that need care: the mark for a missing value and a fraction. */
const wholeOrLess = fc.oneof(wholeNumbers, fc.constantFrom(-(2 ** 31), 0.5));
/** Draws which records have which values. */
const heldOf = (value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.tuple(fc.nat(SIZE - 1), value), { selector: (one) => one.join(), maxLength: 400 });
const demandOf = (value: fc.Arbitrary<Value>): fc.Arbitrary<Demand> => {
  const bound = fc.option(fc.record({ value, inclusive: fc.boolean() }));
  return fc.record({ values: fc.option(fc.array(value, { maxLength: 3 })), low: bound, high: bound });
};

type Held = readonly (readonly [number, Value])[];
const listsOf = (held: Held) => ({ seqs: held.map(([seq]) => seq), values: held.map(([, value]) => value) });
const isInside = ([seq]: readonly [number, Value]) => seq >= FROM && seq < TO;

function filled(kind: "text" | "number", before: Held, after: Held) {
  const column = (kind === "text" ? createTermColumn : createNumberColumn)(10);
  column.widen(SIZE);
  column.put(listsOf(before));
  column.clear({ from: FROM, to: TO });
  column.put(listsOf(after.filter(isInside)));
  return { column, held: [...before.filter((one) => !isInside(one)), ...after.filter(isInside)] };
}

const meets = (demand: Demand, value: Value) =>
  (demand.values === null || demand.values.includes(value)) && isWithin(demand, value);

test.each<[what: string, kind: "text" | "number", before: fc.Arbitrary<Value>, after: fc.Arbitrary<Value>]>([
  ["texts", "text", terms, terms],
  ["numbers", "number", numbers, numbers],
  ["whole numbers", "number", wholeNumbers, wholeNumbers],
  ["whole numbers that become others", "number", wholeNumbers, wholeOrLess],
])(
  "FFI-03 FFI-06 FFI-11 a column of %s finds, sorts and counts as its values do, after some were replaced",
  (_, kind, valueBefore, valueAfter) => {
    fc.assert(
      fc.property(
        heldOf(valueBefore),
        heldOf(valueAfter),
        demandOf(valueBefore === wholeNumbers ? wholeOrLess : valueBefore),
        fc.array(fc.nat(SIZE - 1)),
        (before, after, demand, some) => {
          const { column, held } = filled(kind, before, after);
          const among = setOf(SIZE, some);
          const kept = among.slice();
          column.keep(kept, demand);
          const passing = new Set(held.flatMap(([seq, one]) => (meets(demand, one) ? [seq] : [])));
          expect(membersOf(kept)).toEqual(membersOf(among).filter((seq) => passing.has(seq)));
          const counts = new Map<Value, number>();
          for (const [seq, one] of held) if (some.includes(seq)) counts.set(one, (counts.get(one) ?? 0) + 1);
          expect(column.count(among)).toEqual(counts);
        },
      ),
      { numRuns: 500 },
    );
  },
);

test.each([
  ["upwards", false, [1, 3, 0, 2]],
  ["downwards", true, [0, 3, 1, 2]],
] as const)("FFI-11 of several values the first counts, %s; none comes last", (_, descending, order) => {
  const held: Held = [
    [0, "b"],
    [0, "😀"],
    [1, "a"],
    [3, "b"],
    [3, "a\u0000"],
  ];
  const { column } = filled("text", held, []);
  const keyOf = column.sortKey(descending);
  expect([0, 1, 2, 3].sort((a, b) => keyOf(a) - keyOf(b) || a - b)).toEqual(order);
});

test("FFI-12 a column takes four bytes a record for whole numbers, eight for others, two for terms, and the same and four more a further value", () => {
  const records = Array.from({ length: 100_000 }, (_, seq) => seq);
  const column = createNumberColumn(records.length);
  column.put({ seqs: records, values: records });
  expect(column.bytes()).toBe(400_000);
  column.clear({ from: 0, to: 1 });
  column.put({ seqs: [0], values: [0.5] });
  expect(column.bytes()).toBe(800_000);
  const labels = createTermColumn(records.length);
  labels.put({ seqs: records, values: records.map((seq) => `label ${seq % 50}`) });
  expect(labels.bytes()).toBeLessThan(200_000 + 50 * 200);
  for (const second of ["second", "third"]) labels.put({ seqs: records, values: records.map(() => second) });
  expect(labels.bytes()).toBeLessThan(100_000 * (6 + 2 * 6 * 1.5) + 52 * 200);
  labels.clear({ from: 0, to: records.length });
  const before = labels.bytes();
  for (const second of ["first", "second", "third"]) labels.put({ seqs: records, values: records.map(() => second) });
  expect(labels.bytes() - before).toBeLessThan(1000);
});

test("FFI-12 a property of more different terms than are worth it has no column", () => {
  const column = createTermColumn(100_000);
  const seqs = Array.from({ length: 70_000 }, (_, seq) => seq);
  column.put({ seqs: seqs.slice(0, 60_000), values: seqs.slice(0, 60_000).map(String) });
  expect(column.isTooVarious()).toBe(false);
  column.put({ seqs: seqs.slice(60_000), values: seqs.slice(60_000).map(String) });
  expect(column.isTooVarious()).toBe(true);
  const set = fullSet(10);
  column.keep(set, { ...ANY, values: ["3"] });
  expect(membersOf(set)).toEqual([3]);
});
