import { expect, test } from "vitest";
import { SOME_FIELDS } from "./query-string.fixture.ts";
import { readQuery } from "./read-query.ts";
import { keywordFinder, LOOKED_AT } from "./search-keywords.ts";

const TEXTS: { readonly [field: string]: readonly string[] } = {
  text: ["Card payment didn't work!\nFoo-bar 你好 a b  c"],
  "inputs.a": ["the quick brown", "fox jumps"],
  "inputs.b": ["alfa foo alfa", "你好", "alfa bar"],
};

function keywords(query: string): readonly string[] {
  const { wanted } = readQuery(query, SOME_FIELDS, 0);
  const find = keywordFinder(wanted, (expression) => (word) => new RegExp(`^(?:${expression})$`, "u").test(word));
  return find((field) => TEXTS[field.join(".")] ?? []);
}

test.each([
  ["card", ["Card"]],
  ["payment card", ["Card payment"]],
  ["card work", ["Card", "work"]],
  ["work foo", ["work", "Foo"]],
  ["foo-bar", ["Foo", "bar"]],
  ["你好", ["你", "好"]],
  ["b c a", ["a b c"]],
  ['"b c"', ["b c"]],
  ['"c b"', []],
  ['"a c"~1', ["a", "c"]],
  ["pay* didn't", ["payment didn't"]],
  ["[a TO c]", ["bar", "a b c"]],
  ["text.exact:work\\!", ["work!"]],
  ["text.exact:F*", ["Foo-bar"]],
  ["inputs.a:(brown fox)", ["brown fox"]],
  ['inputs.a:"brown fox"', []],
  ["inputs.b:alfa", ["alfa", "alfa alfa"]],
  ["card OR nope OR label:card", ["Card"]],
  ["card -payment", ["Card"]],
  ["* _exists_:text", []],
])("TSE-22 TSE-25 %s shows by %j", (query, wanted) => {
  expect(keywords(query)).toEqual(wanted);
});

test("TSE-25 what is found is shown of the beginning of the texts of a field, however long they are", () => {
  const { wanted } = readQuery("text:card", SOME_FIELDS, 0);
  const find = keywordFinder(wanted, () => () => false);
  const blanks = (length: number) => " ".repeat(length);
  const shown = (...texts: string[]) => find(() => texts);
  expect(shown(`Card${blanks(LOOKED_AT)}CARD`)).toEqual(["Card"]);
  expect(shown(blanks(LOOKED_AT - 10), "Card", "CARD and more", "card")).toEqual(["Card CARD"]);
  expect(shown(`${blanks(LOOKED_AT - 2)}cardinal`)).toEqual([]);
  expect(shown("card".repeat(LOOKED_AT))).toEqual([]);
});
