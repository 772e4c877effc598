import { expect, test } from "vitest";
import { toRe2 } from "./regular-expression.ts";
import { SyntaxFault } from "./syntax.ts";

/** True if JavaScript's own regular expression matches the word. */
const fits = (source: string, word: string): boolean => new RegExp(`^(?:${re(source)})$`, "su").test(word);
const re = (source: string) => toRe2(source, 0).replaceAll(/\\x\{/g, "\\u{");

test.each([
  ["al.a", "alfa", "alffa"],
  ["(alfa|bravo)", "bravo", "alfabravo"],
  ["a*b+c?", "aabb", "aacc"],
  ["a{2}b{1,2}c{2,}", "aabbcc", "aabbbcc"],
  ["a{0}b", "b", "ab"],
  ["(ab){2}", "abab", "ab"],
  ["a+?", "", "b"],
  ["a**", "aaa", "b"],
  ["[a-c]x", "bx", "dx"],
  ["[^a-c]x", "dx", "bx"],
  ["[a-]x", "-x", "bx"],
  ["[]a]", "]", "b"],
  ["[a\\]]", "]", "\\"],
  ["a\\.b", "a.b", "axb"],
  ["\\d+\\w", "12a", "a12"],
  ['"a.b"c', "a.bc", "axbc"],
  ["a@", "anything\nat all", "b"],
  ["a.b", "a\nb", "ab"],
  ["*a", "*a", "a"],
  ["", "", "a"],
  ["a()b", "ab", "a()b"],
  ["é😀?", "é", "e"],
  ["^a$", "^a$", "a"],
  ["v<1-50>", "v07", "v51"],
  ["<08-12>{2}x", "0912x", "912x"],
])("TSE-22 the expression %s fits %s and not %s", (source, one, other) => {
  expect([fits(source, one), fits(source, other)]).toEqual([true, false]);
});

test.each([
  "(a",
  "a)",
  "a|",
  "[a",
  "[b-a]",
  "a{",
  "a{x}",
  "a{3,2}",
  "a\\",
  '"a',
  "a&b",
  "~a",
  "<1-9",
  "<a-b>",
  "<1-2147483648>",
  "<1-2147483646>{100}",
  "((a{100}){100})",
  "a".repeat(1001),
  "(".repeat(500),
])("TSE-22 %s is refused with its place", (source) => {
  expect(() => toRe2(source, 7)).toThrow(SyntaxFault);
});
