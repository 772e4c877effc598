import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONGEST_WORD, wordsOf, wordTexts } from "./text-analysis.ts";

const ascii = fc.string({ unit: fc.constantFrom(..."aB0_.':,;- /@!") });
const texts = (text: string) => wordsOf(text).map((word) => word.text);

describe("FFI-13 text is cut into words", () => {
  test.each([
    ["Card payment didn't work!", "card payment didn't work"],
    ["Café COFFEE", "café coffee"],
    ["foo-bar_baz v1.2 a@b.com", "foo bar_baz v1.2 a b.com"],
    ["http://x.org/a?c=1 7:30 50% C++ #tag @user", "http x.org a c 1 7 30 50 c tag user"],
    ["Straße ÅNGSTRÖM", "straße ångström"],
    ["你好 ひら カタカナ 한국어 ไทยภาษา", "你 好 ひ ら カタカナ 한국어 ไทยภาษา"],
    ["3,000 u.s.a a:b can’t 12a", "3,000 u.s.a a:b can’t 12a"],
    ["ΟΔΟΣ İstanbul", "οδοσ istanbul"],
    ["well 😀 done 👍🏽", "well 😀 done 👍🏽"],
    ["__ a __b__", "a __b__"],
  ])("%s", (text, words) => {
    expect(texts(text).join(" ")).toBe(words);
  });

  test("punctuation alone has no words", () => {
    expect(texts("! ? …  ")).toEqual([]);
  });

  test("words longer than 255 characters are cut", () => {
    expect(texts("a".repeat(600)).map((word) => word.length)).toEqual([255, 255, 90]);
  });

  // A version that read the whole run again for each word took half a minute.
  test.each(["ภาษาไทยยากมาก", "ភាសាខ្មែរ"])("100 kB of %s without a space are one run", (piece) => {
    const words = wordsOf(piece.repeat(Math.ceil(100_000 / piece.length)));
    expect(words.map((word) => word.text).join("")).toBe(piece.repeat(Math.ceil(100_000 / piece.length)));
    expect(new Set(words.slice(0, -1).map((word) => word.text.length))).toEqual(new Set([255]));
  });

  test("the short way through ASCII finds what Unicode's segmentation finds", () => {
    fc.assert(
      fc.property(ascii, (text) => {
        // One separate letter beyond ASCII makes the same text take the slow path.
        expect(texts(text)).toEqual(texts(`${text} é`).slice(0, -1));
      }),
      { numRuns: 2000 },
    );
  });

  test("each word is what stands in the text at its place, but for case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        let last = 0;
        for (const { start, end } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test("the words alone, without their places, are the same words", () => {
    const long = fc.integer({ min: LONGEST_WORD - 2, max: 3 * LONGEST_WORD }).map((length) => "Ab_".repeat(length / 3));
    const piece = fc.oneof(ascii, fc.string({ unit: "grapheme" }), long, fc.constant("__"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const text = pieces.join(" ");
        expect(wordTexts(text)).toEqual(texts(text));
      }),
      { numRuns: 2000 },
    );
  });
});
