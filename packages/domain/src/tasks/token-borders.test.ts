import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenBorders } from "./token-borders.ts";

const bordersOf = (text: string, tokens: readonly string[]) => {
  const borders = tokenBorders(text, tokens);
  return "missing" in borders ? borders : { starts: [...borders.starts], ends: [...borders.ends] };
};

test("TST-17 tokens stand in the text from left to right and need not cover it; offsets are code points", () => {
  expect(bordersOf("héllo 😀 w", ["héllo", "😀", "w"])).toEqual({ starts: [0, 6, 8], ends: [5, 7, 9] });
  expect(bordersOf("aa a", ["a", "a", "a"])).toEqual({ starts: [0, 1, 3], ends: [1, 2, 4] });
  expect(bordersOf("a  b\nc", ["a", "b", "c"])).toEqual({ starts: [0, 3, 5], ends: [1, 4, 6] });
  expect(bordersOf("a b c", ["a", "c"])).toEqual({ starts: [0, 4], ends: [1, 5] });
});

test("TST-17 a token that does not come behind those before it is missed, a blank behind a word too", () => {
  expect(bordersOf("a b", ["b", "a"])).toEqual({ missing: 1 });
  expect(bordersOf("a b", ["a", " ", "b"])).toEqual({ missing: 1 });
  expect(bordersOf("a", ["A"])).toEqual({ missing: 0 });
});

test("TST-17 long tokens are found where the language itself finds them", () => {
  const few = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 65, maxLength: 80 });
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 40 }),
      few,
      fc.boolean(),
      (before, token, there) => {
        const text = `${before}${there ? token : token.slice(1)} b`;
        const at = text.indexOf(token);
        expect(bordersOf(text, [token])).toEqual(at < 0 ? { missing: 0 } : { starts: [at], ends: [at + token.length] });
      },
    ),
  );
});

test("API-31 what repeats itself is looked through once", () => {
  const began = performance.now();
  expect(bordersOf("a".repeat(1_000_000), [`b${"a".repeat(400_000)}`])).toEqual({ missing: 0 });
  // An algorithm with the product of both lengths would take minutes.
  expect(performance.now() - began).toBeLessThan(5000);
});
