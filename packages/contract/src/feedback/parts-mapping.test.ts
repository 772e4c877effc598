import { expect, test } from "vitest";
import { ChangedQuestionSettings } from "./questions.ts";
import { settingsChangeToWire } from "./settings-change-mapping.ts";

/** A label question needs two options. */
const OPTIONS = ["a", "b"].map((value) => ({ value, text: value, description: null }));
const CHANGE = {
  useMarkdown: false,
  options: OPTIONS,
  visibleOptions: null,
  optionsOrder: "natural",
  allowOverlapping: true,
} as const;

test.each([
  ["text", ["use_markdown"]],
  ["rating", []],
  ["ranking", []],
  ["label_selection", ["options", "visible_options"]],
  ["multi_label_selection", ["options", "visible_options", "options_order"]],
  ["span", ["options", "visible_options", "allow_overlapping"]],
] as const)("FSE-24 a change of a question of type %s sends what its type lets change", (type, members) => {
  const wire = settingsChangeToWire({ type, ...CHANGE });
  expect(Object.keys(wire)).toEqual(["type", ...members]);
  expect(ChangedQuestionSettings.parse(wire)).toEqual(wire);
  expect(settingsChangeToWire({ type })).toEqual({ type });
});
