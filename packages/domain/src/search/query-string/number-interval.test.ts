import fc from "fast-check";
import { expect, test } from "vitest";
import { numberInterval } from "./regular-expression.ts";

const fits = (interval: string, text: string): boolean =>
  new RegExp(`^${numberInterval(interval) ?? "(?!)"}$`).test(text);

test("TSE-22 an interval of numbers fits those from one to the other, with zeros before them as it is written itself", () => {
  expect(["0", "1", "7", "50", "51", "007", "050", "100", "", "1a"].map((text) => fits("1-50", text))).toEqual([
    false,
    true,
    true,
    true,
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(["1", "01", "50", "051", "99"].map((text) => fits("01-50", text))).toEqual([false, true, true, false, false]);
  expect([fits("50-1", "7"), fits("0-9", "0"), fits("0-10", "000"), fits("3-3", "3")]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("TSE-22 it fits what lies between, whatever the numbers are", () => {
  const number = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(number, number, number, fc.nat({ max: 3 }), (low, high, tried, zeros) => {
      const within = tried >= Math.min(low, high) && tried <= Math.max(low, high);
      const fixed = String(low).length === String(high).length ? String(low).length : null;
      const text = "0".repeat(zeros) + tried;
      expect(fits(`${low}-${high}`, text)).toBe(within && (fixed === null || text.length === fixed));
    }),
    { numRuns: 2000 },
  );
});

test("TSE-22 what is no interval is none, and the largest one is short", () => {
  for (const text of ["", "1", "-1", "1-", "1-2-3", "a-b", "1-2147483648", " 1-2", `1-${"0".repeat(30)}`])
    expect(numberInterval(text), text).toBe(null);
  expect(numberInterval("1-2147483646")?.length).toBeLessThan(500);
});
