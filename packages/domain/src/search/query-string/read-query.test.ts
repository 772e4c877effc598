import { expect, test } from "vitest";
import type { QueryBound, QueryLeaf, QueryTree } from "../query-tree.ts";
import type { WordPattern } from "../word-pattern.ts";
import { SOME_FIELDS } from "./query-string.fixture.ts";
import { readQuery } from "./read-query.ts";
import { QueryFault } from "./syntax.ts";

const NOW = Date.UTC(2024, 0, 15);

/** Writes trees in a readable form. `&` without parts matches everything, `|` without parts nothing. */
function shown(tree: QueryTree): string {
  const joined = (parts: readonly QueryTree[], sign: string, none: string): string =>
    parts.length === 1 && parts[0] ? shown(parts[0]) : parts.length === 0 ? none : `(${parts.map(shown).join(sign)})`;
  if (tree.kind === "and") return joined(tree.parts, " & ", "all");
  if (tree.kind === "or") return joined(tree.parts, " | ", "none");
  return tree.kind === "not" ? `not ${shown(tree.part)}` : shownLeaf(tree);
}

function shownLeaf(leaf: QueryLeaf): string {
  if (leaf.kind === "status") return "status";
  const field = leaf.field?.join(".") ?? "any";
  const cut = "analysis" in leaf && leaf.analysis === "whitespace" ? "!" : "";
  const name = field === "text" ? cut : `${field}${cut}:`;
  switch (leaf.kind) {
    case "words":
      return name + leaf.demands.map(({ words }) => words.join("_")).join("+");
    case "near":
      return `${name}${leaf.words.join("_")}~${leaf.slop}`;
    case "pattern":
      return `${name}${shownPattern(leaf.pattern)}`;
    case "terms":
      return `${name}=${leaf.values.join(",")}`;
    case "exists":
      return `${name}*`;
    case "range":
      return `${name}${shownEnds(leaf.low, leaf.high)}`;
  }
}

const shownEnds = (low: QueryBound | null, high: QueryBound | null): string =>
  `${low?.inclusive === false ? "{" : "["}${low?.value ?? "*"} ${high?.value ?? "*"}${high?.inclusive === false ? "}" : "]"}`;

function shownPattern(pattern: WordPattern): string {
  switch (pattern.kind) {
    case "wildcard":
      return pattern.parts.map((part) => (part === "any" ? "*" : part === "one" ? "?" : part.text)).join("");
    case "regexp":
      return `/${pattern.expression}/`;
    case "fuzzy":
      return `${pattern.word}~${pattern.edits}`;
    case "between":
      return shownEnds(pattern.low, pattern.high);
  }
}

const read = (text: string) => shown(readQuery(text, SOME_FIELDS, NOW).tree);

test.each([
  ["", "all"],
  [" \n", "all"],
  ["a", "a"],
  ["a b", "(a & b)"],
  ["a OR b", "(a | b)"],
  ["a b OR c", "a"],
  ["a OR b c", "c"],
  ["a OR b AND c", "(b & c)"],
  ["a AND NOT b", "(a & not b)"],
  ["(a OR b) AND c", "((a | b) & c)"],
  ["a b OR c d", "(a & d)"],
  ["a OR b c OR d", "(a | b | c | d)"],
  ["NOT a OR b", "(b & not a)"],
  ["a OR NOT b", "(a & not b)"],
  ["a b -c OR d", "(a & b & not c)"],
  ["b OR (NOT a)", "(b | not a)"],
  ["+a OR b", "(a | b)"],
  ["NOT a NOT b", "(not a & not b)"],
  ["NOT (a OR b)", "not (a | b)"],
])("TSE-22 the classic rule reads %s as %s", (text, tree) => {
  expect(read(text)).toBe(tree);
});

test.each([
  ["\\!", "none"],
  ["NOT \\!", "none"],
  ['""', "none"],
  ["a \\!", "a"],
  ['a ""', "a"],
  ["a & b", "(a & b)"],
  ["- a", "a"],
  ["a (\\!)", "a"],
  ["a \\! OR c", "(a | c)"],
  ["a OR \\! b", "b"],
  ["text.exact:\\!", "!!"],
])("TSE-22 what has no words is passed over: %s", (text, tree) => {
  expect(read(text)).toBe(tree);
});

test.each([
  ["Foo-Bar", "foo+bar"],
  ['"Foo bar"', "foo_bar"],
  ['"foo bar"~2', "foo_bar~2"],
  ['"foo"~2', "foo"],
  ["text.exact:Foo-Bar", "!Foo-Bar"],
  ["FO*", "fo*"],
  ["text.exact:FO*", "!FO*"],
  ["Foo-b?r", "foo-b?r"],
  ["/Al.a/", "/\\x{61}\\x{6c}.\\x{61}/"],
  ["BRavo~", "bravo~1"],
  ["[Alfa TO B}", "[alfa b}"],
  [">Alfa", "{alfa *]"],
  ["text:* *", "(all & all)"],
])("TSE-22 on words %s asks for %s", (text, tree) => {
  expect(read(text)).toBe(tree);
});

test.each([
  ["label:Big", "label:=Big"],
  ["label:(Big Cat)", "label:=Big Cat"],
  ["label:(Big AND Cat)", "(label:=Big & label:=Cat)"],
  ["label:(Big Cat OR Dog)", "label:=Big"],
  ['label:"Big Cat"', "label:=Big Cat"],
  ["label:Big\\ Cat", "label:=Big Cat"],
  ["label:B*", "label:B*"],
  ["label:B~1", "label:B~1"],
  ["label:[A TO Z}", "label:[A Z}"],
  ["label:*", "label:*"],
  ["label:>A", "label:{A *]"],
])("TSE-22 on whole values %s asks for %s", (text, tree) => {
  expect(read(text)).toBe(tree);
});

test.each([
  ["n:3", "n:=3"],
  ["n:3.0", "n:=3"],
  ["n:3.5", "none"],
  ["n:/3/", "none"],
  ["score:0.5f", "score:=0.5"],
  ["n:\\-3", "n:=-3"],
  ['n:"-3"', "n:=-3"],
  ["n:[-5 TO 5.5]", "n:[-5 5.5]"],
  ["n:(>3 AND <=20)", "(n:{3 *] & n:[* 20])"],
  ["score:0.9", "score:=0.8999999761581421"],
  ["score:>=0.5", "score:[0.5 *]"],
  ["flag:true", "flag:=true"],
  ["flag:*", "flag:*"],
  ["day:2024", `day:[${Date.UTC(2024, 0)} ${Date.UTC(2024, 0, 2)}}`],
  ["day:>2024-01-15", `day:[${Date.UTC(2024, 0, 16)} *]`],
  ["day:>=2024-01-15", `day:[${Date.UTC(2024, 0, 15)} *]`],
  ["day:<2024-01-15", `day:[* ${Date.UTC(2024, 0, 15)}}`],
  ["day:<=2024-01-15", `day:[* ${Date.UTC(2024, 0, 16)}}`],
  ["day:{2024-01-15 TO 2024-01-20}", `day:[${Date.UTC(2024, 0, 16)} ${Date.UTC(2024, 0, 20)}}`],
  ["day:>now-1d", `day:[${Date.UTC(2024, 0, 14) + 1} *]`],
  ['day:"2024-01-15T10:00"', `day:[${Date.UTC(2024, 0, 15, 10)} ${Date.UTC(2024, 0, 15, 10, 1)}}`],
])("TSE-22 on numbers, times and booleans %s asks for %s", (text, tree) => {
  expect(read(text)).toBe(tree);
});

test.each([
  ["nope:a", "none"],
  ["NOT nope:a", "not none"],
  ["nope:*", "none"],
  ["metadata:a", "none"],
  ["_exists_:n", "n:*"],
  ["_exists_:metadata", "metadata:*"],
  ["_exists_:nope", "none"],
  ["_exists_:*", "none"],
  ["_exists_:inputs.\\*", "(inputs.a:* | inputs.b:*)"],
  ["inputs.\\*:Foo-bar", "(inputs.a:foo+bar | inputs.b:foo+bar)"],
  ["NOT inputs.\\*:foo", "not (inputs.a:foo | inputs.b:foo)"],
  ["a inputs.\\*:\\!", "a"],
  ["\\*a\\*:true", "(!true | inputs.a:true | label:=true | none | flag:=true)"],
  ["inputs.\\*:*", "(inputs.a:* | inputs.b:*)"],
  ["*:*", "all"],
])("TSE-22 names of fields: %s asks for %s", (text, tree) => {
  expect(read(text)).toBe(tree);
});

test.each([
  ["score:abc", 6],
  ["n:(3 4)", 3],
  ["score:> 3", 6],
  ["n:0.7*", 2],
  ["n:1~", 2],
  ["flag:True", 5],
  ["flag:t*", 5],
  ["a AND day:foo", 10],
  ["day:2024*", 4],
  ["score:1e99", 6],
  ["n:[a TO 3]", 2],
])("TSE-22 %s asks for what the field cannot be", (text, at) => {
  expect(() => read(text)).toThrow(QueryFault);
  try {
    read(text);
  } catch (error) {
    expect(error instanceof QueryFault && error.at).toBe(at);
  }
});

test("TSE-22 what one query may ask for is bounded, whatever it is written with", () => {
  expect(() => read("a ".repeat(1024))).not.toThrow();
  expect(() => read("a ".repeat(1025))).toThrow("more than 1,024 words");
  expect(() => read(`"${"a ".repeat(1025)}"`)).toThrow("more than 1,024 words");
  expect(() => read("a* ".repeat(64))).not.toThrow();
  expect(() => read("a* ".repeat(65))).toThrow("more than 64 wildcards");
  expect(() => read("\\*:a ".repeat(65))).toThrow("more than 64");
  expect(() => read("day:2024 ".repeat(24))).not.toThrow();
  expect(() => read("day:2024 ".repeat(25))).toThrow("more than 24 conditions on what agents say");
  expect(() => read(`"${"a ".repeat(33)}"~1`)).toThrow("at most 32");
});

test("TSE-22 what shows in a record why it was found is all that is wanted, required or not", () => {
  const wanted = (text: string) => readQuery(text, SOME_FIELDS, NOW).wanted.map(shown).join(" ");
  expect(wanted("a b OR c -d")).toBe("a b c");
  expect(wanted("a AND NOT (b OR NOT c)")).toBe("a");
  expect(wanted("(a OR b) label:x")).toBe("a b label:=x");
});
