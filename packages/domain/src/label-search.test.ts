import fc from "fast-check";
import { expect, test } from "vitest";
import { indexLabels, searchLabels } from "./label-search.ts";

const index = indexLabels([
  { value: "card_arrival", text: "Card arrival", description: "The card is on its way" },
  { value: "strasse", text: "Straße", description: null },
  { value: "odos", text: "ΟΔΟΣ", description: null },
  { value: "x", text: "Über", description: null },
]);
const found = (query: string) => searchLabels(index, query).map((option) => option.number);

test("FAN-23 the search matches any part of text, value or description, ignoring case", () => {
  expect(found("ARRIV")).toEqual([1]);
  expect(found("_arr")).toEqual([1]);
  expect(found("on its WAY")).toEqual([1]);
  expect(found("nothing like it")).toEqual([]);
  expect(found("  ")).toEqual([1, 2, 3, 4]);
});

test("FAN-23 case is ignored in other scripts too, and composed letters meet decomposed ones", () => {
  expect(found("STRASSE")).toEqual([2]);
  expect(found("straße")).toEqual([2]);
  expect(found("οδος")).toEqual([3]);
  expect(found("u\u0308BER")).toEqual([4]);
});

test("FAN-23 a query does not reach across from the text into the value", () => {
  expect(found("arrivalcard")).toEqual([]);
});

test("FAN-23 FAN-24 any part of any text finds its option, under its own number", () => {
  const words = fc.array(fc.stringMatching(/^[a-zA-Zäß]{1,8}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), fc.nat(), (texts, which, from, length) => {
      const place = which % texts.length;
      const text = texts[place] ?? "";
      const start = from % text.length;
      const part = text.slice(start, start + 1 + (length % text.length));
      const labels = indexLabels(texts.map((label, at) => ({ value: String(at), text: label, description: null })));
      expect(searchLabels(labels, part.toUpperCase()).map((option) => option.number)).toContain(place + 1);
    }),
  );
});
