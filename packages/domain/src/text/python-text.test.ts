import fc from "fast-check";
import { expect, test } from "vitest";
import { compareCodePoints, pythonFloat, pythonRepr, pythonStr, pythonType } from "./python-text.ts";

test("FAN-13 values stand in error texts as Python prints them", () => {
  expect(pythonRepr("it's")).toBe(`"it's"`);
  expect(pythonRepr(`it's "so"`)).toBe(`'it\\'s "so"'`);
  expect(pythonRepr("a\nb\t\\ é 😀 \u0000\u00a0\u2028\ud800")).toBe("'a\\nb\\t\\\\ é 😀 \\x00\\xa0\\u2028\\ud800'");
  expect(pythonRepr(["a", 1, 2.5, null, true])).toBe("['a', 1, 2.5, None, True]");
  expect(pythonRepr({ value: "a", rank: null })).toBe("{'value': 'a', 'rank': None}");
  expect([pythonStr("bare"), pythonStr([2000]), pythonStr(false)]).toEqual(["bare", "[2000]", "False"]);
  expect([pythonFloat(2), pythonFloat(0.5)]).toEqual(["2.0", "0.5"]);
  expect(["x", 1, 1.5, true, null, [], {}].map(pythonType)).toEqual(
    ["str", "int", "float", "bool", "NoneType", "list", "dict"].map((name) => `<class '${name}'>`),
  );
});

test("FAN-13 texts sort by code points, surrogate pairs after all other characters", () => {
  expect(["\uffff", "😀", "b", "a", "ab", "aa"].sort(compareCodePoints)).toEqual([
    "a",
    "aa",
    "ab",
    "b",
    "\uffff",
    "😀",
  ]);
  const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      const [left, right] = [points(a), points(b)];
      const at = left.findIndex((point, index) => point !== right[index]);
      const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
      expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected));
    }),
  );
});
