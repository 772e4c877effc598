import fc from "fast-check";
import { expect, test } from "vitest";
import { commonBeginning, type WildcardPart, type WordPattern, wordTest } from "./word-pattern.ts";

const fits = (pattern: WordPattern, word: string): boolean =>
  wordTest(pattern, (expression) => (word) => new RegExp(`^(?:${expression})$`, "su").test(word))(word);

const letter = fc.constantFrom("a", "b", "😀", "é");
const word = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(""));
const part: fc.Arbitrary<WildcardPart> = fc.oneof(
  fc.constantFrom("any" as const, "one" as const),
  word.map((text) => ({ text })),
);

test("TSE-22 a wildcard stands for any characters, or one, of the whole word", () => {
  const expression = (one: WildcardPart) => (one === "any" ? ".*" : one === "one" ? "." : one.text);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), word, (parts, text) => {
      const wanted = new RegExp(`^${parts.map(expression).join("")}$`, "su").test(text);
      expect(fits({ kind: "wildcard", parts }, text)).toBe(wanted);
    }),
    { numRuns: 2000 },
  );
});

test("TSE-22 many stars on a long word take no longer than both together", () => {
  const parts = Array.from({ length: 200 }, (): WildcardPart[] => [{ text: "a" }, "any"]).flat();
  expect(fits({ kind: "wildcard", parts: [...parts, { text: "b" }] }, "a".repeat(20_000))).toBe(false);
});

test("TSE-22 a fuzzy word may differ by so many letters, and neighbours that changed places count one", () => {
  const fuzzy = (word: string, edits: number) => (text: string) => fits({ kind: "fuzzy", word, edits }, text);
  expect(["bravo", "brvao", "brav", "bravos", "xravo"].map(fuzzy("bravo", 1))).toEqual([true, true, true, true, true]);
  expect(["bvrao", "ravob", "brxyo"].map(fuzzy("bravo", 1))).toEqual([false, false, false]);
  expect(["bvrao", "brxyo", "bra", "abravox"].map(fuzzy("bravo", 2))).toEqual([true, true, true, true]);
  expect([fuzzy("a", 0)("a"), fuzzy("a", 0)("b"), fuzzy("😀é", 1)("é😀"), fuzzy("", 1)("😀")]).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

/** The edit distance by its definition. Ignores speed. */
function distance(a: readonly string[], b: readonly string[]): number {
  const [x, ...rest] = a;
  const [y, ...others] = b;
  if (x === undefined || y === undefined) return a.length + b.length;
  const found = [
    distance(rest, others) + (x === y ? 0 : 1),
    distance(rest, b) + 1,
    distance(a, others) + 1,
    ...(x === b[1] && y === a[1] ? [distance(a.slice(2), b.slice(2)) + 1] : []),
  ];
  return Math.min(...found);
}

test("TSE-22 fuzzy words are those at most so many edits away", () => {
  fc.assert(
    fc.property(word, word, fc.nat(2), (a, b, edits) => {
      expect(fits({ kind: "fuzzy", word: a, edits }, b)).toBe(distance([...a], [...b]) <= edits);
    }),
    { numRuns: 500 },
  );
});

test("TSE-22 a range of words goes by code points, with or without its ends", () => {
  const between = (low: string | null, high: string | null, inclusive: boolean): WordPattern => ({
    kind: "between",
    low: low === null ? null : { value: low, inclusive },
    high: high === null ? null : { value: high, inclusive },
  });
  expect(["a", "b", "c"].map((word) => fits(between("a", "b", true), word))).toEqual([true, true, false]);
  expect(["a", "aa", "b"].map((word) => fits(between("a", "b", false), word))).toEqual([false, true, false]);
  expect(["\uffee", "😀"].map((word) => fits(between(null, "\uffef", true), word))).toEqual([true, false]);
});

test("TSE-22 what all words begin with that fit a pattern is known beforehand", () => {
  expect(commonBeginning({ kind: "wildcard", parts: [{ text: "ab" }, "any"] })).toBe("ab");
  expect(commonBeginning({ kind: "wildcard", parts: ["any", { text: "ab" }] })).toBe("");
  expect(commonBeginning({ kind: "fuzzy", word: "ab", edits: 0 })).toBe("ab");
  expect(commonBeginning({ kind: "fuzzy", word: "ab", edits: 1 })).toBe("");
});
