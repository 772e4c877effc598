import { expect, test } from "vitest";
import { changedWords, wordCount, wordDiff } from "./word-diff.ts";

test("TAN-11 words are counted in any script, and what a change takes, brings and keeps is all of both texts", () => {
  expect(wordCount("The widow of a ship’s surgeon, 1911.")).toBe(7);
  expect(wordCount("")).toBe(0);
  expect(wordCount(" — 🚲 … ")).toBe(0);
  const [earlier, later] = ["Eleven figures sit in this boat.", "Eleven people sit in a boat, paddling."];
  const { same, removed, added } = changedWords(wordDiff(earlier, later));
  expect([same, removed, added]).toEqual([4, 2, 3]);
  expect(same + removed).toBe(wordCount(earlier));
  expect(same + added).toBe(wordCount(later));
});
