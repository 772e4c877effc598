import { toRe2 } from "@postil/domain/search/query-string/regular-expression";
import fc from "fast-check";
import { expect, test } from "vitest";
import { regexpTest } from "./value-tests.ts";

const test_ = (source: string) => regexpTest(toRe2(source, 0));

test("TSE-22 regular expressions are read as Lucene writes them", () => {
  expect(["alfa", "alffa", "ALFA"].map(test_("al.a"))).toEqual([true, false, false]);
  expect(["alfa", "bravo", "alfabravo"].map(test_("(alfa|bravo)"))).toEqual([true, true, false]);
  expect(["a\nb", "😀", "a.b"].map(test_("a.b|.|[😀-😂]"))).toEqual([true, true, true]);
  expect(["", "aa", "b"].map(test_("a+?"))).toEqual([true, true, false]);
  expect([test_("a#")("a"), test_("[^a]")("b"), test_("\\W\\D")("-x"), test_("")("")]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^b]", "\\.", "(a|b)", "()");
const piece = fc.tuple(atom, fc.constantFrom("", "*", "+", "?", "{2}", "{0,2}", "{1,}")).map((both) => both.join(""));
const expressions = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
const word = fc.array(fc.constantFrom("a", "b", ".", "😀"), { maxLength: 8 }).map((letters) => letters.join(""));

test("TSE-22 regular expressions fit what they fit elsewhere", () => {
  fc.assert(
    fc.property(expressions, expressions, word, (one, other, text) => {
      const source = `${one}|${other}`;
      expect(test_(source)(text)).toBe(new RegExp(`^(?:${source})$`, "su").test(text));
    }),
    { numRuns: 2000 },
  );
});

test("TSE-22 no regular expression takes more time than in proportion to the text", () => {
  const text = `${"a".repeat(30_000)}b`;
  for (const source of ["(a+)+", "(a|a)*", "(a*)*", "(.*)(.*)(.*)(.*)a", "(a?){500}a{400}", "a*a*a*a*a*"]) {
    expect(test_(source)(text)).toBe(false);
  }
});
