import fc from "fast-check";
import { expect, test } from "vitest";
import { addAll, addBit, countBits, emptyBits, hasBit, pickBits, removeAll, removeBit } from "./bitmap.ts";

const SIZE = 256;
const member = fc.integer({ min: 0, max: SIZE - 1 });
const members = fc.uniqueArray(member);

function bitsOf(numbers: readonly number[]) {
  const bits = emptyBits(SIZE);
  for (const n of numbers) addBit(bits, n);
  return bits;
}
const within = (numbers: readonly number[], from: number, to: number) =>
  numbers.filter((n) => n >= from && n < to).sort((a, b) => a - b);

test("FQU-07 bits count and pick what a sorted list of the members would", () => {
  fc.assert(
    fc.property(
      members,
      member,
      fc.integer({ min: 0, max: SIZE }),
      fc.nat(SIZE),
      fc.nat(20),
      (numbers, from, to, skip, take) => {
        const bits = bitsOf(numbers);
        const expected = within(numbers, from, to);
        expect(countBits(bits, from, to)).toBe(expected.length);
        expect(pickBits(bits, from, to, skip, take)).toEqual(expected.slice(skip, skip + take));
      },
    ),
  );
});

test("FQU-06 sets of records combine as sets do", () => {
  fc.assert(
    fc.property(members, members, (left, right) => {
      const union = bitsOf(left);
      addAll(union, bitsOf(right));
      const difference = bitsOf(left);
      removeAll(difference, bitsOf(right));
      for (let n = 0; n < SIZE; n++) {
        expect(hasBit(union, n)).toBe(left.includes(n) || right.includes(n));
        expect(hasBit(difference, n)).toBe(left.includes(n) && !right.includes(n));
      }
    }),
  );
});

test("FQU-06 adding and removing say whether they changed anything", () => {
  const bits = emptyBits(SIZE);
  expect([addBit(bits, 31), addBit(bits, 31), hasBit(bits, 31), hasBit(bits, 30)]).toEqual([true, false, true, false]);
  expect([removeBit(bits, 31), removeBit(bits, 31), hasBit(bits, 31)]).toEqual([true, false, false]);
});
