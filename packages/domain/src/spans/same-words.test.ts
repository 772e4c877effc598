import fc from "fast-check";
import { expect, test } from "vitest";
import { wordsIn } from "./same-words.ts";
import { overlaps, type Stretch } from "./span.ts";
import { type SpanUnits, tokenUnits, wordsOf, wordUnits } from "./span-units.ts";

/** The other places where the words of a stretch occur. */
const elsewhere = (units: SpanUnits, stretch: Stretch, taken: readonly Stretch[]) =>
  wordsIn(units, wordsOf(units, stretch), [...taken, stretch]);

const found = (text: string, start: number, end: number, taken: readonly { start: number; end: number }[] = []) =>
  elsewhere(wordUnits(text), { start, end }, taken).map((at) => [at.start, at.end]);

test("TAN-09 the same words elsewhere, whatever is between them, but not in other words", () => {
  expect(found("Apple pie, apples, Apple  pie", 0, 9)).toEqual([[19, 29]]);
  expect(found("🎉 no 🎉", 0, 1)).toEqual([[5, 6]]);
});

test("TAN-09 not where a span stands, nor upon each other", () => {
  expect(found("a a a a a", 0, 1, [{ start: 4, end: 7 }])).toEqual([
    [2, 3],
    [8, 9],
  ]);
  expect(found("a a a a a", 0, 3)).toEqual([[4, 7]]);
  expect(found("", 0, 0)).toEqual([]);
});

test("TAN-09 as a slow search finds them", () => {
  const anyWord = fc.constantFrom("a", "b");
  fc.assert(
    fc.property(
      fc.array(anyWord, { maxLength: 20 }),
      fc.nat(19),
      fc.integer({ min: 1, max: 3 }),
      (words, first, size) => {
        const text = words.join(" ");
        const places = words.map((_, i) => ({ start: i * 2, end: i * 2 + 1 }));
        const units = tokenUnits(text, places);
        const wanted = words.slice(first, first + size);
        if (wanted.length < size) return;
        const own = { start: first * 2, end: (first + size) * 2 - 1 };
        const expected: { start: number; end: number }[] = [];
        for (let i = 0; i + size <= words.length; i++) {
          const at = { start: i * 2, end: (i + size) * 2 - 1 };
          const same = wanted.every((word, j) => words[i + j] === word);
          if (same && ![...expected, own].some((other) => overlaps(other, at))) expected.push(at);
        }
        expect(elsewhere(units, own, [])).toEqual(expected);
      },
    ),
  );
});
