import { expect, test } from "vitest";
import { createDictionary } from "../columns/dictionary.ts";
import { createTested } from "./list-column.ts";

test("TSE-22 each different word is tried once by a pattern, those that came since alone", () => {
  const dictionary = createDictionary();
  const tested = createTested(dictionary);
  const tried: string[] = [];
  const hasE = (text: string) => {
    tried.push(text);
    return text.includes("e");
  };
  const found = (wanted = "*e*") => {
    const flags = tested.flags(wanted, hasE);
    return Array.from({ length: dictionary.size() }, (_, index) => dictionary.termOf(index + 1)).filter(
      (_, index) => flags[index + 1] === 1,
    );
  };
  expect(found()).toEqual([]);
  for (const word of ["one", "two", "three"]) dictionary.add(word);
  expect(found()).toEqual(["one", "three"]);
  for (const word of ["two", "seven", "six"]) dictionary.add(word);
  expect(found()).toEqual(["one", "three", "seven"]);
  expect(tried).toEqual(["one", "two", "three", "seven", "six"]);
});

test("TSE-22 what patterns found has a bound in memory: the one that was used last stays", () => {
  const dictionary = createDictionary();
  for (let word = 0; word < 300_000; word++) dictionary.add(`w${word}`);
  const tested = createTested(dictionary);
  let tries = 0;
  const find = (wanted: string) =>
    tested.flags(wanted, () => {
      tries++;
      return false;
    });
  for (let pattern = 0; pattern < 30; pattern++) find(`pattern ${pattern}`);
  expect(tested.bytes()).toBeLessThanOrEqual(4 * 2 ** 20);
  const before = tries;
  find("pattern 29");
  expect(tries).toBe(before);
  find("pattern 0");
  expect(tries).toBe(before + dictionary.size());
});
