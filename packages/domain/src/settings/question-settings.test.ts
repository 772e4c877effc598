import fc from "fast-check";
import { expect, test } from "vitest";
import { changeSettings, type LabelOption, type QuestionSettings } from "../datasets/question.ts";

const option = (value: string, text = value.toUpperCase()): LabelOption => ({ value, text, description: null });
const options = (...values: string[]) => values.map((value) => option(value));

const label: QuestionSettings = { type: "label_selection", options: options("a", "b", "c"), visibleOptions: 3 };
const multi: QuestionSettings = {
  type: "multi_label_selection",
  options: options("a", "b", "c"),
  visibleOptions: null,
  optionsOrder: "natural",
};
const span = (allowOverlapping: boolean): QuestionSettings => ({
  type: "span",
  field: "text",
  options: options("a", "b"),
  visibleOptions: null,
  allowOverlapping,
  allowCharacterAnnotation: true,
});
const change = (given: string[]) => changeSettings(label, { type: "label_selection", options: options(...given) });

test("FSE-24 the type of a question cannot change", () => {
  expect(changeSettings(label, { type: "text" })).toEqual({
    fault: "question type cannot be changed. expected 'label_selection' but got 'text'",
  });
});

test("FSE-24 what a change does not name stays; null clears the number of options shown", () => {
  expect(changeSettings(label, { type: "label_selection" })).toEqual({ settings: label });
  expect(changeSettings(label, { type: "label_selection", visibleOptions: null })).toEqual({
    settings: { ...label, visibleOptions: null },
  });
  expect(changeSettings(multi, { type: "multi_label_selection", optionsOrder: "suggestion" })).toEqual({
    settings: { ...multi, optionsOrder: "suggestion" },
  });
  const text: QuestionSettings = { type: "text", useMarkdown: false };
  expect(changeSettings(text, { type: "text", useMarkdown: true })).toEqual({
    settings: { type: "text", useMarkdown: true },
  });
});

test("FSE-24 options of rating and ranking questions are ignored in a change", () => {
  const ranking: QuestionSettings = { type: "ranking", options: options("a", "b") };
  expect(changeSettings(ranking, { type: "ranking", options: options("z") })).toEqual({ settings: ranking });
});

test("FSE-30 options may be put in another order, get other texts, and be added to", () => {
  expect(change(["c", "a", "b"])).toEqual({ settings: { ...label, options: options("c", "a", "b") } });
  expect(change(["c", "new", "a", "b"])).toEqual({ settings: { ...label, options: options("c", "new", "a", "b") } });
  const renamed = [option("a", "First"), option("b"), option("c")];
  expect(changeSettings(label, { type: "label_selection", options: renamed })).toEqual({
    settings: { ...label, options: renamed },
  });
});

test("FSE-30 a list that leaves a stored value out is refused, with the reference's words", () => {
  expect(change(["a", "b"])).toEqual({
    fault: "the number of options cannot be modified. expected 3 but got 2",
  });
  expect(change(["a", "b", "z", "y"])).toEqual({
    fault: "the number of options cannot be modified. expected 3 but got 4",
  });
  expect(change(["a", "b", "z"])).toEqual({
    fault: "the option values cannot be modified. found unexpected option values: ['z']",
  });
  expect(change(["a", "a", "b"])).toEqual({
    fault: "the option values cannot be modified. found unexpected option values: ['a']",
  });
});

test("FSE-30 a list that repeats a value is refused even when no stored value is missing", () => {
  expect(change(["a", "b", "c", "a"])).toEqual({
    fault: "Option values must be unique, found duplicates: {'a'}",
  });
});

test("FSE-30 whatever the list: accepted exactly when it has every stored value and none twice", () => {
  const word = fc.constantFrom<string>("a", "b", "c", "d", "e");
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 7 }), (given) => {
      const unique = new Set(given).size === given.length;
      const complete = ["a", "b", "c"].every((value) => given.includes(value));
      expect("settings" in change(given)).toBe(unique && complete);
    }),
  );
});

test("FEN-07 no more options can be shown than there are after the change", () => {
  expect(changeSettings(label, { type: "label_selection", visibleOptions: 4 })).toEqual({
    fault: "the value for 'visible_options' must be less or equal to the number of items in 'options' (3)",
  });
  expect(
    changeSettings(label, {
      type: "label_selection",
      visibleOptions: 4,
      options: options("a", "b", "c", "d"),
    }),
  ).toHaveProperty("settings.visibleOptions", 4);
});

test("FSE-24 overlapping spans, once allowed, stay allowed", () => {
  const fault = { fault: "'allow_overlapping' can't be disabled because responses may become inconsistent" };
  for (const allowOverlapping of [false, null, undefined])
    expect(changeSettings(span(true), { type: "span", allowOverlapping })).toEqual(fault);
  expect(changeSettings(span(true), { type: "span", allowOverlapping: true })).toEqual({ settings: span(true) });
  expect(changeSettings(span(false), { type: "span", allowOverlapping: true })).toEqual({ settings: span(true) });
  expect(changeSettings(span(false), { type: "span" })).toEqual({ settings: span(false) });
});
