import fc from "fast-check";
import { expect, test } from "vitest";
import { compareExactly, exactly, fromOrderText, orderText, readExactly } from "./whole-numbers.ts";

const BEYOND = 2n ** 53n;
const whole = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 300n), max: 10n ** 300n }),
    fc.constantFrom(1n, 10n ** 150n, 10n ** 280n, 10n ** 290n),
  )
  .map(([number, by]) => number / by);
const near = fc.bigInt({ min: -40n, max: 40n }).chain((by) => fc.constantFrom(BEYOND + by, -BEYOND + by, by));
const any = fc.oneof(whole, near, fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }));
const isSafe = (number: bigint) => number < BEYOND && number > -BEYOND;

test("FFI-28 a whole number is read with all of its digits, and as a number where that holds it", () => {
  fc.assert(
    fc.property(any, (number) => {
      const expected = isSafe(number) ? Number(number) : String(number);
      expect(readExactly(` ${number} `)).toBe(expected === 0 ? 0 : expected);
      expect(readExactly(number < 0n ? `-00${-number}` : `+0${number}`)).toBe(expected === 0 ? 0 : expected);
    }),
  );
  for (const [text, read] of [
    ["1e22", "10000000000000000000000"],
    ["9007199254740993.0", "9007199254740992"],
    ["1.5", 1.5],
    ["", Number.NaN],
    ["nine", Number.NaN],
    [`1${"0".repeat(400)}`, Number.POSITIVE_INFINITY],
  ] as const)
    expect(readExactly(text), text).toBe(read);
  expect(exactly(2 ** 53)).toBe("9007199254740992");
  expect(exactly(2 ** 53 - 1)).toBe(2 ** 53 - 1);
});

test("FFI-28 order texts go as their numbers do, and tell them again", () => {
  fc.assert(
    fc.property(any, any, (a, b) => {
      const [x, y] = [readExactly(String(a)), readExactly(String(b))];
      const order = a < b ? -1 : a > b ? 1 : 0;
      expect(Math.sign(compareExactly(x, y))).toBe(order);
      const [one, other] = [orderText(x), orderText(y)];
      expect(one < other ? -1 : one > other ? 1 : 0).toBe(order);
      expect(fromOrderText(one)).toBe(x);
    }),
  );
  expect(Math.sign(compareExactly(1.5, "9007199254740993"))).toBe(-1);
  expect(Math.sign(compareExactly(1.5, "-9007199254740993"))).toBe(1);
});
