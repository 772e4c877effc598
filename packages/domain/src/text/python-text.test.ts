import fc from "fast-check";
import { expect, test } from "vitest";
import { pythonFloat, pythonRepr, pythonStr, pythonType } from "./python-text.ts";

test("FAN-13 values stand in error texts as Python prints them", () => {
  expect(pythonRepr("it's")).toBe(`"it's"`);
  expect(pythonRepr(`it's "so"`)).toBe(`'it\\'s "so"'`);
  expect(pythonRepr("a\nb\t\\ é 😀 \u0000\u00a0\u2028\ud800")).toBe("'a\\nb\\t\\\\ é 😀 \\x00\\xa0\\u2028\\ud800'");
  expect(pythonRepr(["a", 1, 2.5, null, true])).toBe("['a', 1, 2.5, None, True]");
  expect(pythonRepr({ value: "a", rank: null })).toBe("{'value': 'a', 'rank': None}");
  expect([pythonStr("bare"), pythonStr([2000]), pythonStr(false)]).toEqual(["bare", "[2000]", "False"]);
  expect([2, 0.5, -3, 1e15, 1e16, 1.5e-5, 0.0001, -2.5e300].map(pythonFloat)).toEqual([
    "2.0",
    "0.5",
    "-3.0",
    "1000000000000000.0",
    "1e+16",
    "1.5e-05",
    "0.0001",
    "-2.5e+300",
  ]);
  expect(["x", 1, 1.5, true, null, [], {}].map(pythonType)).toEqual(
    ["str", "int", "float", "bool", "NoneType", "list", "dict"].map((name) => `<class '${name}'>`),
  );
});

test("FAN-13 a number that may have a fraction is read back as it was, and always shows that it may", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(pythonFloat(value))).toBe(value === 0 ? 0 : value);
      expect(pythonFloat(value)).toMatch(/^-?\d+(\.\d+)?e[+-]\d{2,}$|^-?\d+\.\d+$/);
    }),
  );
});
