import fc from "fast-check";
import { expect, test } from "vitest";
import { findMatches } from "../search/text-matches.ts";

const found = (text: string, phrase: string) =>
  findMatches(text, phrase).map(({ start, end }) => text.slice(start, end));

test("finding in the guidelines ignores case and line breaks between words", () => {
  expect(found("A refund is money.\nRefund\nis not credit.", "refund is")).toEqual(["refund is", "Refund\nis"]);
});

test("an empty phrase finds nothing", () => {
  expect(findMatches("text", "  ")).toEqual([]);
});

test("signs of a regular expression are plain signs", () => {
  expect(found("cost (in $) is 3.50 [net]", "(in $)")).toEqual(["(in $)"]);
  expect(found("3x50 3.50", "3.50")).toEqual(["3.50"]);
});

test("a phrase taken from a text is found in it, and matches never overlap", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", minLength: 1 }), (around, phrase) => {
      fc.pre(phrase.trim() !== "");
      const matches = findMatches(`${around} ${phrase.trim()} ${around}`, phrase);
      expect(matches.length).toBeGreaterThan(0);
      for (const [index, match] of matches.entries())
        expect(match.start).toBeGreaterThanOrEqual(matches[index - 1]?.end ?? 0);
    }),
  );
});
