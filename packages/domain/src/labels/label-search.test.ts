import fc from "fast-check";
import { expect, test } from "vitest";
import { indexLabels, searchLabels } from "./label-search.ts";

const index = indexLabels([
  { value: "card_arrival", text: "Card arrival", description: "The card is on its way" },
  { value: "strasse", text: "Straße", description: null },
  { value: "odos", text: "ΟΔΟΣ", description: null },
  { value: "x", text: "Über", description: null },
  { value: "punctuation", text: "-", description: null },
]);
const found = (query: string) => searchLabels(index, query).map((option) => option.number);
const labelsOf = (...texts: string[]) =>
  indexLabels(texts.map((text, place) => ({ value: `v${place}`, text, description: null })));
const named = (query: string, ...texts: string[]) =>
  searchLabels(labelsOf(...texts), query).map((option) => option.text);

test("FAN-23 the search matches any part of text, value or description, ignoring case", () => {
  expect(found("ARRIV")).toEqual([1]);
  expect(found("_arr")).toEqual([1]);
  expect(found("on its WAY")).toEqual([1]);
  expect(found("odo")).toEqual([3]);
  expect(found("nothing like it")).toEqual([]);
  expect(found("  ")).toEqual([1, 2, 3, 4, 5]);
});

test("FAN-23 case is ignored in other scripts too, and composed letters meet decomposed ones", () => {
  expect(found("STRASSE")).toEqual([2]);
  expect(found("straße")).toEqual([2]);
  expect(found("οδος")).toEqual([3]);
  expect(found("u\u0308BER")).toEqual([4]);
});

test("FAN-23 `_`, `-`, `.` and `/` are blanks in the query and in the label", () => {
  for (const query of ["pin bl", "pin_bl", "pin-bl", "pin.bl", "pin/bl", " pin  bl "])
    expect(named(query, "card_blocked", "pin_blocked", "pin-blocked", "pin.blocked", "pin/blocked")).toEqual([
      "pin_blocked",
      "pin-blocked",
      "pin.blocked",
      "pin/blocked",
    ]);
});

test("FAN-23 every word must be found, in any order, one in the text and another in the description too", () => {
  expect(named("blocked pin", "pin_blocked", "pin_change")).toEqual(["pin_blocked"]);
  expect(found("arrival way")).toEqual([1]);
  expect(found("arrival lost")).toEqual([]);
});

test("FAN-23 better matches come first: the whole name, its beginning, beginnings of words, inside; equal ones in option order", () => {
  expect(named("card", "discard", "lost card", "card swallowed", "card", "a card", "card arrival")).toEqual([
    "card",
    "card swallowed",
    "card arrival",
    "lost card",
    "a card",
    "discard",
  ]);
  const described = indexLabels([
    { value: "a", text: "Delivery", description: "of a card" },
    { value: "b", text: "Discard", description: null },
  ]);
  expect(searchLabels(described, "card").map((option) => option.value)).toEqual(["b", "a"]);
});

test("FAN-23 a query of separators alone finds the labels that have them", () => {
  expect(found("-")).toEqual([5]);
  expect(found("/")).toEqual([]);
});

test("FAN-23 a word does not reach across from the text into the value, nor over a blank", () => {
  expect(found("arrivalcard")).toEqual([]);
  expect(found("cardarrival")).toEqual([]);
});

test("FAN-23 FAN-24 any parts of a text's words, in any order, find its option, under its own number", () => {
  const words = fc.array(fc.stringMatching(/^[a-zA-Zäß]{1,8}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (texts, which, cut) => {
      const place = which % texts.length;
      const labels = indexLabels(
        texts.map((text, at) => ({ value: String(at), text: text.join("_"), description: null })),
      );
      const parts = (texts[place] ?? []).map((word) => word.slice(cut % word.length)).reverse();
      const numbers = searchLabels(labels, parts.join(" ").toUpperCase()).map((option) => option.number);
      expect(numbers).toContain(place + 1);
      expect(new Set(numbers).size).toBe(numbers.length);
    }),
  );
});

test("FAN-38 marks on letters are no matter, in the query or in the name; letters without them are not made of others", () => {
  const names = ["Gebühr", "Straße", "Łódź", "Øresund", "Ísland", "Ёлка", "हिन्दी", "한국어", "İzmir"];
  const labels = indexLabels(names.map((text) => ({ value: text, text, description: null })));
  const first = (query: string) => searchLabels(labels, query)[0]?.text;
  const typed = ["gebuhr", "strasse", "lodz", "oresund", "island", "елка", "हिन्दी", "한국어", "izmir"];
  expect(typed.map(first)).toEqual(names);
  expect(names.map((name) => first(name.normalize("NFD")))).toEqual(names);
  expect(first("gebür")).toBeUndefined();
  expect(first("हनद")).toBeUndefined();
});
