import fc from "fast-check";
import { expect, test } from "vitest";
import { changedPart, cutText, wordDiff } from "../text/word-diff.ts";

test("design/record.md of a long text what changed is left, with a little around it", () => {
  const [head, tail] = ["word ".repeat(2000), " more".repeat(2000)];
  const { before, after } = changedPart(`${head}cat${tail}`, `${head}dog${tail}`);
  expect(before.length).toBeLessThan(200);
  expect(before).toMatch(/^….*word cat more.*…$/);
  expect(wordDiff(before, after).filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: " cat" },
    { kind: "added", text: " dog" },
  ]);
});

test("design/record.md short texts stay whole, and a rewritten long one is cut", () => {
  expect(changedPart("a b c", "a x c")).toEqual({ before: "a b c", after: "a x c" });
  const { before, after } = changedPart("a".repeat(5000), "b");
  expect([before.length, before.at(-1), after]).toEqual([2001, "…", "b"]);
});

test("design/record.md whatever the texts, no character is torn apart, and equal parts mean equal texts", () => {
  const text = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(text, text, text, text, (head, one, other, tail) => {
      const [earlier, later] = [`${head}${one}${tail}`, `${head}${other}${tail}`];
      const { before, after } = changedPart(earlier, later);
      expect([before.isWellFormed(), after.isWellFormed()]).toEqual([true, true]);
      if (earlier !== later) expect(before).not.toBe(after);
    }),
  );
});

test("design/record.md a cut text says that something is missing", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("abc…");
  expect(cutText("ab🐦d", 3)).toBe("ab…");
});
