import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleLength } from "./settings-form.ts";

test("FSE-14 length counts characters as the user sees them", () => {
  expect(visibleLength("")).toBe(0);
  expect(visibleLength("swift")).toBe(5);
  // A letter and its combining accent, a family of four, a flag.
  expect(visibleLength("e\u0301")).toBe(1);
  expect(visibleLength("👨‍👩‍👧‍👦")).toBe(1);
  expect(visibleLength("🇳🇴🇸🇪")).toBe(2);
});

test("FSE-14 no text is longer to the reader than to the machine, and only the empty one has no length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const length = visibleLength(text);
      expect(length).toBeLessThanOrEqual(text.length);
      expect(length === 0).toBe(text === "");
    }),
  );
});
