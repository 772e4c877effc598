import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { options } from "../answers/answers.fixture.ts";
import { indexLabels } from "./label-search.ts";
import { hasLabelSearch, labelLayout, type OptionsView, showOptions } from "./visible-options.ts";

const LETTERS = [..."abcdefghijklmnopqrst"];
const index = indexLabels(options(...LETTERS));

function show(part: Partial<OptionsView>) {
  const { shown, hidden } = showOptions(index, {
    visible: 5,
    expanded: false,
    query: "",
    selected: new Set(),
    suggested: new Map(),
    suggestionsFirst: false,
    ...part,
  });
  return { shown: shown.map((option) => option.value).join(""), numbers: shown.map((option) => option.number), hidden };
}

describe("which options show", () => {
  test("FAN-22 the first n, then every selected one, and the rest is counted", () => {
    expect(show({})).toMatchObject({ shown: "abcde", hidden: 15 });
    expect(show({ selected: new Set(["n", "b", "h"]) })).toMatchObject({ shown: "abcdehn", hidden: 13 });
  });

  test("FAN-22 without visible_options, or expanded, all options show", () => {
    expect(show({ visible: null })).toMatchObject({ shown: LETTERS.join(""), hidden: 0 });
    expect(show({ expanded: true })).toMatchObject({ shown: LETTERS.join(""), hidden: 0 });
  });

  test("FAN-30 suggested options past n come after the visible ones and are not counted as hidden", () => {
    const suggested = new Map([
      ["t", 0.9],
      ["c", 0.2],
    ]);
    expect(show({ suggested })).toEqual({ shown: "abcdet", numbers: [1, 2, 3, 4, 5, 20], hidden: 14 });
  });

  test("FAN-24 suggestions first changes the order by falling score and no number", () => {
    const suggested = new Map([
      ["t", 0.1],
      ["c", 0.8],
    ]);
    expect(show({ suggested, suggestionsFirst: true })).toMatchObject({
      shown: "ctabde",
      numbers: [3, 20, 1, 2, 4, 5],
    });
  });

  test("FAN-23 a query shows what it finds, hidden ones too", () => {
    expect(show({ query: "T" })).toEqual({ shown: "t", numbers: [20], hidden: 0 });
  });

  test("FAN-23 with a query the best match is first, also where suggestions come first", () => {
    const names = indexLabels(options("discard", "card"));
    const view = { visible: null, expanded: false, selected: new Set<string>(), suggestionsFirst: true };
    const { shown } = showOptions(names, { ...view, query: "card", suggested: new Map([["discard", 0.9]]) });
    expect(shown.map((option) => option.value)).toEqual(["card", "discard"]);
  });

  test("FAN-22 FAN-24 nothing shows twice, what is shown and hidden makes the whole, numbers are places", () => {
    const some = fc.subarray(LETTERS);
    fc.assert(
      fc.property(
        some,
        some,
        fc.integer({ min: 3, max: 20 }),
        fc.boolean(),
        (selected, suggested, visible, suggestionsFirst) => {
          const view = show({
            visible,
            selected: new Set(selected),
            suggested: new Map(suggested.map((value) => [value, null])),
            suggestionsFirst,
          });
          expect(new Set(view.shown).size).toBe(view.shown.length);
          expect(view.shown.length + view.hidden).toBe(20);
          for (const value of [...selected, ...suggested]) expect(view.shown).toContain(value);
          expect([...view.shown].map((value) => LETTERS.indexOf(value) + 1)).toEqual(view.numbers);
        },
      ),
    );
  });
});

test("FAN-23 a label question has a search from 15 options on, or when it hides some", () => {
  expect(hasLabelSearch(14, null)).toBe(false);
  expect(hasLabelSearch(15, null)).toBe(true);
  expect(hasLabelSearch(10, 3)).toBe(true);
  expect(hasLabelSearch(10, 10)).toBe(false);
});

test("FAN-22 labels stand in columns from nine on the page and have a head from 15 on, collapsed ones as those that are shown", () => {
  expect(labelLayout(8, null, false)).toBe("pills");
  expect(labelLayout(9, null, false)).toBe("columns");
  expect(labelLayout(14, null, false)).toBe("columns");
  expect(labelLayout(15, null, false)).toBe("many");
  expect(labelLayout(42, 8, false)).toBe("pills");
  expect(labelLayout(42, 10, false)).toBe("columns");
  expect(labelLayout(42, 10, true)).toBe("many");
  expect(labelLayout(42, 15, false)).toBe("many");
  expect(labelLayout(8, 20, false)).toBe("pills");
});
