import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DiffPiece, wordDiff } from "./word-diff.ts";

/** `same`, `-removed-`, `+added+`. */
const marked = (earlier: string, later: string) => wordDiff(earlier, later).map(mark).join("");
const mark = ({ kind, text }: DiffPiece) => ({ same: text, removed: `-${text}-`, added: `+${text}+` })[kind];
const without = (kind: DiffPiece["kind"], pieces: readonly DiffPiece[]) =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join("");
const text = fc
  .array(fc.constantFrom("a", "b", "c", "swift", ",", ".", " ", "\n", "鳥が", "飛ぶ"))
  .map((all) => all.join(""));

describe("FAN-18 design/questions.md#text: what was changed of a suggested text", () => {
  test("one word, a word more at the end, a sign, a new sentence at the beginning", () => {
    expect(marked("some swifts sleep", "most swifts sleep")).toBe("-some-+most+ swifts sleep");
    expect(marked("they sleep", "they sleep in the air")).toBe("they sleep+ in the air+");
    expect(marked("they eat and sleep", "they eat, and sleep")).toBe("they eat+,+ and sleep");
    expect(marked("one two three", "one three")).toBe("one- two- three");
    expect(marked("", "new")).toBe("+new+");
    expect(marked("old", "")).toBe("-old-");
    expect(marked("the same", "the same")).toBe("the same");
  });

  test("scripts without spaces are compared by words too", () => {
    const pieces = wordDiff("私は鳥が好きです", "私は犬が好きです");
    expect(pieces.find(({ kind }) => kind === "removed")?.text).toBe("鳥");
    expect(pieces.find(({ kind }) => kind === "added")?.text).toBe("犬");
  });

  test("the pieces give back both texts to the letter, never empty, never two of a kind side by side", () => {
    fc.assert(
      fc.property(text, text, (earlier, later) => {
        const pieces = wordDiff(earlier, later);
        expect(without("added", pieces)).toBe(earlier);
        expect(without("removed", pieces)).toBe(later);
        for (const [at, piece] of pieces.entries()) {
          expect(piece.text).not.toBe("");
          expect(piece.kind).not.toBe(pieces[at - 1]?.kind);
        }
      }),
    );
  });

  test("words put into a text are found as added, and nothing as removed", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1 }), fc.nat(), (words: string[], seed) => {
        const longer = words.toSpliced(seed % words.length, 0, "x", "y");
        const pieces = wordDiff(`> ${words.join(" ")}`, `> ${longer.join(" ")}`);
        expect(pieces.filter(({ kind }) => kind === "removed")).toEqual([]);
      }),
    );
  });

  test("texts too long to compare word by word share their ends, and come back at once", () => {
    const words = (from: number) => Array.from({ length: 20_000 }, (_, at) => `w${from + at}`).join(" ");
    const pieces = wordDiff(`first ${words(0)} last`, `first ${words(50_000)} last`);
    expect(pieces.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
    expect(pieces[0]?.text).toBe("first");
    expect(pieces.at(-1)?.text).toBe(" last");
  });
});
