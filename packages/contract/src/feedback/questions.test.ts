import { expect, test } from "vitest";
import type { z } from "zod";
import { wireErrors } from "../wire/leaf.ts";
import { NewMetadataSettings } from "./parts.ts";
import { ChangedQuestionSettings, NewQuestionSettings } from "./questions.ts";

const read = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? { read: result.data } : { errors: wireErrors(result.error.issues, "body") };
};
const options = (...values: string[]) => values.map((value) => ({ value, text: value }));
const stored = (...values: string[]) => options(...values).map((option) => ({ ...option, description: null }));

test("FEN-07 FEN-08 what a client leaves out of settings has its default", () => {
  expect(read(NewQuestionSettings, { type: "text" })).toEqual({ read: { type: "text", use_markdown: false } });
  expect(read(NewQuestionSettings, { type: "multi_label_selection", options: options("a", "b") })).toEqual({
    read: {
      type: "multi_label_selection",
      options: stored("a", "b"),
      visible_options: null,
      options_order: "natural",
    },
  });
  expect(read(NewQuestionSettings, { type: "span", field: "text", options: options("a") })).toMatchObject({
    read: { visible_options: null, allow_overlapping: false, allow_character_annotation: true },
  });
});

test("FEN-08 the limits of options: value 1 to 200, text 1 to 500, description 1 to 1000 characters", () => {
  const bad = { value: "v".repeat(201), text: "", description: "d".repeat(1001) };
  const settings = { type: "label_selection", options: [bad, { value: "b", text: "B" }] };
  expect(read(NewQuestionSettings, settings)).toMatchObject({
    errors: [
      { loc: ["body", "options", 0, "value"], ctx: { limit_value: 200 } },
      { loc: ["body", "options", 0, "text"], ctx: { limit_value: 1 } },
      { loc: ["body", "options", 0, "description"], ctx: { limit_value: 1000 } },
    ],
  });
});

test("FEN-09 ratings are whole numbers from 0 to 10, two to eleven of them", () => {
  const rating = (...values: unknown[]) => ({ type: "rating", options: values.map((value) => ({ value })) });
  expect(read(NewQuestionSettings, rating(0, 10))).toHaveProperty("read");
  expect(read(NewQuestionSettings, rating(1))).toMatchObject({ errors: [{ ctx: { limit_value: 2 } }] });
  expect(read(NewQuestionSettings, rating(...Array(12).keys()))).toMatchObject({
    errors: [{ ctx: { limit_value: 11 } }],
  });
  expect(read(NewQuestionSettings, rating(-1, 11))).toMatchObject({
    errors: [{ type: "value_error.number.not_ge" }, { type: "value_error.number.not_le" }],
  });
});

test("FSE-24 a change keeps what it does not name, drops what cannot change, and takes no null for options", () => {
  expect(read(ChangedQuestionSettings, { type: "rating", options: "whatever" })).toEqual({ read: { type: "rating" } });
  expect(read(ChangedQuestionSettings, { type: "span", field: "other", visible_options: null })).toEqual({
    read: { type: "span", visible_options: null },
  });
  expect(read(ChangedQuestionSettings, { type: "label_selection", options: null })).toMatchObject({
    errors: [{ loc: ["body", "__root__"], msg: "The following keys must have non-null values: options" }],
  });
});

test("FEN-17 bounds of metadata: the lower one below the upper, floats printed with a fraction", () => {
  expect(read(NewMetadataSettings, { type: "terms" })).toEqual({ read: { type: "terms", values: null } });
  expect(read(NewMetadataSettings, { type: "float", min: 1 })).toEqual({ read: { type: "float", min: 1, max: null } });
  expect(read(NewMetadataSettings, { type: "integer", min: 5, max: 5 })).toEqual({
    errors: [{ loc: ["body", "__root__"], type: "value_error", msg: "'min' (5) must be lower than 'max' (5)" }],
  });
  expect(read(NewMetadataSettings, { type: "float", min: 2, max: 0.5 })).toMatchObject({
    errors: [{ msg: "'min' (2.0) must be lower than 'max' (0.5)" }],
  });
});
