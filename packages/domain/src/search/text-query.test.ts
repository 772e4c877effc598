import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../text/text-analysis.ts";
import { meetsDemands } from "./text-query.fixture.ts";
import { MOST_TEXT, MOST_TYPED, parseTextQuery, textFault, withoutImplied } from "./text-query.ts";

const found = (q: string, ...fields: string[]) =>
  meetsDemands(
    parseTextQuery(q),
    fields.map((field) => wordsOf(field).map((word) => word.text)),
  );

const phrases = (count: number) => Array.from({ length: count }, (_, at) => `"a${at} b"`).join(" ");

describe("FFI-13 text matching", () => {
  test.each([
    ["card payment", ["Payment by CARD"], true],
    ["pay", ["payment"], false],
    ["pay*", ["payment"], true],
    ["rate negative", ["the rate", "so negative"], true],
    ['"card lost"', ["Card lost"], true],
    ['"lost card"', ["Card lost"], false],
    ['"card lost"', ["a card", "lost"], false],
    ["card -lost", ["Card lost"], false],
    ["card -found", ["Card lost"], true],
    ["-found", ["Card lost"], true],
    ['-"card lost"', ["Card lost"], false],
    ['-"lost card"', ["Card lost"], true],
    ["card OR lost", ["Card lost"], false],
    ["card - lost", ["Card lost"], true],
    ['card "lost', ["Card lost"], true],
    ["* card", ["Card lost"], true],
    ["foo-bar", ["bar foo"], true],
    ["!! …", ["Card lost"], false],
    ["", ["Card lost"], false],
    ["京東", ["東京タワー"], true],
    ['"京東"', ["東京タワー"], false],
    ['"東京"', ["東京タワー"], true],
    ["card card", ["one card"], true],
  ])("%s in %j: %s", (q, fields, expected) => {
    expect(found(q, ...fields)).toBe(expected);
  });
});

describe("API-36 a text to search for has bounds", () => {
  test.each([
    ["x".repeat(MOST_TYPED), MOST_TYPED, null],
    ["x".repeat(MOST_TYPED + 1), MOST_TYPED, { of: "characters", found: 1025, most: 1024 }],
    ["x".repeat(MOST_TEXT + 1), MOST_TEXT, { of: "characters", found: 16_385, most: 16_384 }],
    ["𐐷".repeat(MOST_TEXT), MOST_TEXT, null],
    ["𐐷".repeat(MOST_TEXT + 1), MOST_TEXT, { of: "characters", found: 16_385, most: 16_384 }],
    ["😀".repeat(MOST_TYPED), MOST_TYPED, null],
    ["😀".repeat(MOST_TYPED + 1), MOST_TYPED, { of: "characters", found: 1025, most: 1024 }],
    ["ab ".repeat(1024), MOST_TEXT, null],
    ["ab ".repeat(1025), MOST_TEXT, { of: "words", found: 1025, most: 1024 }],
    ["-ab* ".repeat(1025), MOST_TEXT, { of: "words", found: 1025, most: 1024 }],
    ["東".repeat(1025), MOST_TEXT, { of: "words", found: 1025, most: 1024 }],
    ["!? ".repeat(5000), MOST_TEXT, null],
    [phrases(128), MOST_TEXT, null],
    [phrases(129), MOST_TEXT, { of: "phrases", found: 129, most: 128 }],
    [phrases(129).replaceAll(/"(\w+) (\w+)"/g, "-$1-$2"), MOST_TEXT, { of: "phrases", found: 129, most: 128 }],
  ])("%.12s… within %i", (q, most, fault) => {
    expect(textFault(q, most)).toEqual(fault);
  });
});

describe("FFI-13 demands that others imply", () => {
  test.each([
    ["pay* payment", ["payment"]],
    ["pay pay*", ["pay"]],
    ["p* pa* pay*", ["pay"]],
    ["-pay* -payment -pa*", ["pa"]],
    ["pay* -payment", ["pay", "payment"]],
    ['pay* "payment due"', ["pay", "payment due"]],
  ])("%s: %j are left", (q, left) => {
    expect(withoutImplied(parseTextQuery(q)).map(({ words }) => words.join(" "))).toEqual(left);
  });

  const word = fc.stringMatching(/^[ab]{1,4}$/);
  const piece = fc
    .tuple(fc.constantFrom("", "-"), fc.constantFrom("", "*"), word)
    .map(([minus, star, text]) => `${minus}${text}${star}`);
  test("change nothing when they are left out", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.array(word, { maxLength: 6 }), (pieces, words) => {
        const demands = parseTextQuery(pieces.join(" "));
        expect(meetsDemands(withoutImplied(demands), [words])).toBe(meetsDemands(demands, [words]));
      }),
    );
  });
});
