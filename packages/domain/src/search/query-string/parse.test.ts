import { expect, test } from "vitest";
import { MOST_NESTED, parseQueryString } from "./parse.ts";
import { type Group, type Item, QueryFault, SyntaxFault, type Term } from "./syntax.ts";

/** A short form of the parsed query: `must[a should:b]` and the like would hide the operators, so these stay. */
const shown = ({ items }: Group): string => items.map(shownItem).join(" ");
const shownItem = ({ conjunction, isExcluded, part }: Item): string =>
  `${conjunction ? `${conjunction} ` : ""}${isExcluded ? "-" : ""}${part.kind === "group" ? `(${shown(part)})` : shownTerm(part)}`;

function shownTerm(term: Term): string {
  const field = term.field === "text" ? "" : `${term.field}:`;
  switch (term.kind) {
    case "word":
      return `${field}${term.isRun ? "run" : ""}<${term.text}>`;
    case "phrase":
      return `${field}"${term.text}"${term.slop > 0 ? `~${term.slop}` : ""}`;
    case "wildcard":
      return `${field}wild<${term.parts.map((part) => (typeof part === "string" ? ` ${part} ` : part.text)).join("")}>`;
    case "regexp":
      return `${field}/${term.source}/`;
    case "fuzzy":
      return `${field}<${term.text}>~${term.edits}`;
    case "any":
      return `${field}*`;
    case "range": {
      const { low, high } = term;
      const ends = `${low ? `${low.inclusive ? ">=" : ">"}${low.text}` : ""},${high ? `${high.inclusive ? "<=" : "<"}${high.text}` : ""}`;
      return `${field}range<${ends}>`;
    }
  }
}

test.each([
  ["a", "<a>"],
  ["a b", "run<a b>"],
  ["a b c", "run<a b c>"],
  ["a OR b", "<a> or <b>"],
  ["a b OR c", "<a> <b> or <c>"],
  ["a b c OR d", "run<a b> <c> or <d>"],
  ["a AND NOT b", "<a> and -<b>"],
  ["a && !b || -c +d", "<a> and -<b> or -<c> <d>"],
  ["a&&b || c", "<a&&b> or <c>"],
  ["a and b or not c", "run<a and b or not c>"],
  ["(a b) OR (c)", "(run<a b>) or (<c>)"],
  ["- a + b ! c", "<-> <a> <+> <b> <!> <c>"],
  ["a & b | c", "run<a & b | c>"],
  ["f:a", "f:<a>"],
  ["f : a", "f:<a>"],
  ["f:(a b) c", "(f:run<a b>) <c>"],
  ["f:(a g:b)", "(f:<a> g:<b>)"],
  ["a f:b", "<a> f:<b>"],
  ["a b f:c", "run<a b> f:<c>"],
  ["*:*", "*:*"],
  ["* f:*", "* f:*"],
  ['"a b"', '"a b"'],
  ['"a b"~3^2', '"a b"~3'],
  ['"a b"^2~3', '"a b"~3'],
  ['"a \\" b"', '"a " b"'],
  ["a^2 b^0.5", "<a> <b>"],
  ["(a)^3", "(<a>)"],
  ["te?t tex* *xt a\\*b a\\*b*", "wild<te one t> wild<tex any > wild< any xt> <a*b> wild<a*b any >"],
  ["/a\\/b/ /c d/", "/a\\/b/ /c d/"],
  ["a~ abc~ abcdef~ abc~2 abc~9 abcd~0.5 abc~1.5", "<a>~0 <abc>~1 <abcdef>~2 <abc>~2 <abc>~2 <abcd>~2 <abc>~1"],
  ["[a TO b] {a TO b} {a TO b] [* TO b] [a TO *}", "range<>=a,<=b> range<>a,<b> range<>a,<=b> range<,<=b> range<>=a,>"],
  ['["a b" TO "c]d"]', "range<>=a b,<=c]d>"],
  ["[-5 TO 5]", "range<>=-5,<=5>"],
  ["[TO TO TO]", "range<>=TO,<=TO>"],
  ["f:>5 f:>=5 <5 f:<=5", "f:range<>5,> f:range<>=5,> range<,<5> f:range<,<=5>"],
  ["f:(>3 <20)", "(f:range<>3 <20,>)"],
  ["f:> 5", "f:<>> <5>"],
  ["\\u0061b a\\ b \\AND AND\\ x", "run<ab a b AND AND x>"],
  ["_exists_:a\\ b.c", "_exists_:<a b.c>"],
  ["a-b a+b a/b/c", "run<a-b a+b a> /b/ <c>"],
  ["work!now", "<work> -<now>"],
  ["\u3000x", "<x>"],
  ["你好　世界", "run<你好 世界>"],
])("TSE-22 reads %s", (text, wanted) => {
  expect(shown(parseQueryString(text))).toBe(wanted);
});

test.each([
  ["AND", 0],
  ["a AND", 5],
  ["AND a", 0],
  ["a AND AND b", 6],
  ["NOT", 3],
  ["!", 1],
  ["a -", 3],
  ["work!", 5],
  ["--a", 1],
  ["+-a", 1],
  ["NOT NOT a", 4],
  ["()", 1],
  ["(a", 0],
  ["a (b (c)", 2],
  ["a)", 1],
  ["a ]", 2],
  ['"a', 0],
  ['a"', 1],
  ["[a]", 2],
  ["[a TO b", 7],
  ["{a}", 2],
  ["[a b]", 3],
  ["f:", 2],
  ["f:-a", 2],
  ["f:>3 AND f:g:h", 12],
  ["a^", 2],
  ["a^x", 2],
  ["a^ 2", 2],
  ["/a", 0],
  ["a/b", 1],
  ["~2", 0],
  ["\\", 0],
  ["a\\", 1],
  ["a\\u00", 1],
  ["f*:a", 2],
])("TSE-22 says where %s is wrong", (text, at) => {
  expect(() => parseQueryString(text)).toThrow(SyntaxFault);
  try {
    parseQueryString(text);
  } catch (error) {
    expect(error instanceof SyntaxFault && error.at).toBe(at);
  }
});

const nested = (deep: number) => `${"(".repeat(deep)}a${")".repeat(deep)}`;

test("TSE-22 groups nest to a bound that is named, and no deeper query ends the process", () => {
  expect(() => parseQueryString(nested(MOST_NESTED))).not.toThrow();
  expect(() => parseQueryString(nested(MOST_NESTED + 1))).toThrow("more than 100 deep");
  for (const text of [nested(8000), "(".repeat(16_384), "f:(".repeat(5000), "NOT (".repeat(3000), ")".repeat(16_384)]) {
    expect(() => parseQueryString(text)).toThrow(QueryFault);
  }
});

test("TSE-22 a query of 16,384 characters is read, a longer one refused by what it may have", () => {
  for (const piece of [
    "a ",
    "a OR ",
    "(a) ",
    '"a" ',
    "a* ",
    "[a TO b] ",
    "/a/ ",
    "\\a",
    "a~ ",
    "f:a ",
    "😀",
    "\\/",
    "&&a ",
  ]) {
    const text = piece.repeat(Math.floor(16_384 / [...piece].length)).trim();
    expect(() => parseQueryString(text.replace(/ OR$/, ""))).not.toThrow();
  }
  expect(() => parseQueryString("a".repeat(16_384))).not.toThrow();
  expect(() => parseQueryString("a".repeat(16_385))).toThrow("has 16,385 characters; at most 16,384");
});
