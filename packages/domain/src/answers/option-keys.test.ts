import fc from "fast-check";
import { expect, test } from "vitest";
import { DIGIT_WAIT, type Numbers, numbersAmong, numbersUpTo, settle, typeDigit, type Waiting } from "./option-keys.ts";

/** Types `keys` with `gap` milliseconds between them, then waits. Returns the picked options in order. */
function type(keys: string, numbers: Numbers, gap = 100): number[] {
  let waiting: Waiting = null;
  const picked: number[] = [];
  for (const [place, digit] of [...keys].entries()) {
    const step = typeDigit(waiting, digit, place * gap, numbers);
    picked.push(...step.picked);
    waiting = step.waiting;
  }
  return [...picked, ...settle(waiting, numbers).picked];
}

test("FAN-24 of nine options every number picks at once", () => {
  for (const digit of "123456789") {
    expect(typeDigit(null, digit, 0, numbersUpTo(9))).toEqual({ picked: [Number(digit)], waiting: null });
  }
});

test("FAN-24 of fifteen options 1 waits, 1 then 2 within 300 ms picks 12, 2 picks at once", () => {
  const numbers = numbersUpTo(15);
  expect(typeDigit(null, "1", 0, numbers)).toEqual({ picked: [], waiting: { digits: "1", since: 0 } });
  expect(typeDigit({ digits: "1", since: 0 }, "2", DIGIT_WAIT - 1, numbers)).toEqual({ picked: [12], waiting: null });
  expect(typeDigit(null, "2", 0, numbers).picked).toEqual([2]);
  expect(settle({ digits: "1", since: 0 }, numbers).picked).toEqual([1]);
});

test("FAN-24 a second digit that comes too late, or makes no number, stands by itself", () => {
  const numbers = numbersUpTo(15);
  expect(typeDigit({ digits: "1", since: 0 }, "2", DIGIT_WAIT, numbers)).toEqual({ picked: [1, 2], waiting: null });
  expect(typeDigit({ digits: "1", since: 0 }, "9", 50, numbers)).toEqual({ picked: [1, 9], waiting: null });
});

test("FAN-24 a number with no such option picks nothing, nor does a leading nought", () => {
  expect(type("7", numbersUpTo(3))).toEqual([]);
  expect(type("0", numbersUpTo(15))).toEqual([]);
  expect(type("03", numbersUpTo(15))).toEqual([3]);
});

test("FAN-02 of the ratings 0 to 10 only 1 waits, 0 and 10 can be typed", () => {
  const numbers = numbersAmong([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(typeDigit(null, "0", 0, numbers).picked).toEqual([0]);
  expect(typeDigit(null, "1", 0, numbers).picked).toEqual([]);
  expect(type("10", numbers)).toEqual([10]);
  expect(type("1", numbers)).toEqual([1]);
  expect(type("5", numbersAmong([1, 10]))).toEqual([]);
});

test("FAN-24 any option of any set is picked by its own number alone", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (one, other) => {
      const [number, count] = one < other ? [one, other] : [other, one];
      expect(type(String(number), numbersUpTo(count))).toEqual([number]);
    }),
  );
});

test("FAN-24 no digit is lost: with a pause between them every digit of 1 to 9 picks its option", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]{1,6}$/), fc.integer({ min: 9, max: 200 }), (keys, count) => {
      expect(type(keys, numbersUpTo(count), DIGIT_WAIT)).toEqual([...keys].map(Number));
    }),
  );
});
