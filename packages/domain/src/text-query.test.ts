import { describe, expect, test } from "vitest";
import { wordsOf } from "./text-analysis.ts";
import { meetsDemands, parseTextQuery } from "./text-query.ts";

const found = (q: string, ...fields: string[]) =>
  meetsDemands(
    parseTextQuery(q),
    fields.map((field) => wordsOf(field).map((word) => word.text)),
  );

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
