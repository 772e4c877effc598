import fc from "fast-check";
import { expect, test } from "vitest";
import { asFloat, asFloats, exactlyIn, mayLoseForm, parseKeepingForm } from "./json-text.ts";

const written = (json: string) => JSON.stringify(parseKeepingForm(json));

test("FEN-26 a number is written in the form it was read in: a float with a fraction or a power, an integer with all digits", () => {
  const same = [
    "5.0",
    "5",
    "-0.0",
    "0.5",
    "9007199254740993",
    "-123456789012345678901234567890",
    "100000000000000000000.0",
  ];
  for (const number of same) expect(written(number)).toBe(number);
  const other = [
    ["5.00", "5.0"],
    ["1e2", "100.0"],
    ["1E2", "100.0"],
    ["1.5e3", "1500.0"],
    ["-0", "0"],
    ["1e-7", "1e-7"],
    ["1e22", "1e+22"],
    ["0.1000000000000000055511151231257827", "0.1"],
  ] as const;
  for (const [read, form] of other) expect(written(read)).toBe(form);
});

test("FEN-26 what is said to lose nothing loses nothing, and what is kept has the same value", () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.integer().map((value) => `${value}.0`),
    fc.bigInt().map(String),
    fc
      .tuple(fc.integer({ min: -99, max: 99 }), fc.constantFrom("e", "E"), fc.integer({ min: -9, max: 30 }))
      .map((parts) => parts.join("")),
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.stringMatching(/^(?:0{0,9}|9{0,9})\d{1,12}$/))
      .map(([whole, fraction]) => `${BigInt.asUintN(Number(whole % 61n), whole)}.${fraction}`),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), number), { maxLength: 4 }), (pairs) => {
      const json = `{${pairs.map(([key, text], index) => `${JSON.stringify(key + index)}:[${text}]`).join()}}`;
      if (!mayLoseForm(json)) expect(written(json)).toBe(JSON.stringify(JSON.parse(json)));
      const kept = written(json);
      expect(JSON.parse(kept)).toEqual(JSON.parse(json.replaceAll("-0]", "0]")));
      expect(written(kept)).toBe(kept);
    }),
  );
});

test("FEN-26 a fraction that is read as a whole number may lose its form; a plain fraction of a vector does not", () => {
  const near = [
    "5.00",
    "0.99999999999999999999",
    "1.000000000000000000001",
    "900719925474099.99999",
    "9007199254740993",
  ];
  for (const number of near) expect(mayLoseForm(`{"a":${number}}`)).toBe(true);
  for (const number of ["0.0033", "-0.12345678901234567", "900719925474099", "-99999999.5"])
    expect(mayLoseForm(`[${number}]`)).toBe(false);
});

test("FEN-26 floats are written with a fraction, and read again as the same numbers", () => {
  expect(JSON.stringify(asFloats([1, -0, 0.5, 1e21, -3]))).toBe("[1.0,-0.0,0.5,1e+21,-3.0]");
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const json = JSON.stringify(asFloat(value));
      expect(json).toMatch(/[.e]/);
      expect(JSON.parse(json)).toBe(value);
    }),
  );
});

test("FFI-28 a number of any form is read with all of its digits, and so is a text that tells one", () => {
  const [whole, float] = parseKeepingForm("[9007199254740993, 5.0]") as unknown[];
  expect([whole, float, 7, "9007199254740993"].map(exactlyIn)).toEqual(["9007199254740993", 5, 7, "9007199254740993"]);
  for (const none of [true, null, {}, "seven", ""]) expect(exactlyIn(none)).toBeNaN();
});
