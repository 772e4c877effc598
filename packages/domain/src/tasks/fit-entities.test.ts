import fc from "fast-check";
import { expect, test } from "vitest";
import { fitEntities } from "./check-record.ts";
import { entity } from "./task-records.fixture.ts";
import { tokenBorders } from "./token-borders.ts";

const TEXT = "Ana Lopez lives in New York !";
const TOKENS = ["Ana", "Lopez", "lives", "in", "New", "York", "!"];

function fitted(start: number, end: number, text = TEXT, tokens = TOKENS) {
  const borders = tokenBorders(text, tokens);
  if ("missing" in borders) throw new Error("These tokens are in the text.");
  const fitted = fitEntities(text, borders, [entity(start, end)]);
  return "misfit" in fitted ? null : fitted.entities.map((one) => [one.start, one.end])[0];
}

test.each([
  ["as given", [0, 9], [0, 9]],
  ["without white space behind it", [0, 10], [0, 9]],
  ["without white space before it", [18, 27], [19, 27]],
  ["without any around it", [18, 28], [19, 27]],
  ["from the beginning of the text on", [-3, 3], [0, 3]],
  ["up to the end of the text", [28, 900], [28, 29]],
] as const)("TST-17 an entity is stored %s", (_, [start, end], stored) => {
  expect(fitted(start, end)).toEqual(stored);
});

test("TST-17 an entity between tokens, of nothing but white space, outside the text or that ends before it begins is refused", () => {
  for (const [start, end] of [
    [1, 3],
    [0, 5],
    [3, 4],
    [100, 200],
    [-5, -1],
    [0, 0],
    [19, 9],
  ] as const)
    expect(fitted(start, end), `${start}-${end}`).toBeNull();
});

test("TST-17 offsets are code points", () => {
  expect(fitted(2, 5, "😀 é😀b", ["😀", "é😀b"])).toEqual([2, 5]);
  expect(fitted(1, 5, "😀 é😀b", ["😀", "é😀b"])).toEqual([2, 5]);
});

test("TST-17 what is stored begins and ends with tokens, and is what was sent but for white space", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "😀"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -2, max: 30 }),
      fc.integer({ min: -2, max: 30 }),
      (words, start, end) => {
        const text = words.join(" \t");
        const stored = fitted(start, end, text, words);
        const characters = Array.from(text);
        const sent = characters.slice(Math.max(start, 0), Math.max(end, 0)).join("");
        if (!stored) return;
        expect(characters.slice(...(stored as [number, number])).join("")).toBe(sent.trim());
        expect(words.length > 0 && sent.trim() !== "").toBe(true);
      },
    ),
  );
});
