import fc from "fast-check";
import { expect, test } from "vitest";
import { compareCodePoints } from "./characters.ts";

test("FFI-11 texts are in the order of their code points, which is that of their bytes in UTF-8", () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom("a", "b", "\uffee", "\ue000", "😀", "𝒳"), fc.string({ unit: "grapheme" })),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [x, y] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
      const at = x.findIndex((byte, index) => byte !== y[index]);
      const bytes = at < 0 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1);
      expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(bytes));
    }),
    { numRuns: 2000 },
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
