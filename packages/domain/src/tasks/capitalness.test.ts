import { expect, test } from "vitest";
import { capitalnessOf } from "./log-record.ts";

test.each([
  ["ABC A A1 É 1A-2B", "UPPER"],
  ["abc a 1a ß ª", "LOWER"],
  ["Abc McD A-b Éa", "FIRST"],
  ["aBc aB iPhone a.B 1aB", "MIDDLE"],
  ["123 ! 東京 😀 ǅ", null],
])("TEN-25 of %s each is %s", (words, capitalness) => {
  for (const word of words.split(" ")) expect(capitalnessOf(word), word).toBe(capitalness);
});
