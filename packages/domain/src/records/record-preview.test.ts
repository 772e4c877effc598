import fc from "fast-check";
import { expect, test } from "vitest";
import type { Field } from "../datasets/field.ts";
import { visibleLength } from "../settings/settings-form.ts";
import type { FeedbackRecord } from "./record.ts";
import { recordPreview } from "./record-preview.ts";

const times = { insertedAt: 1, updatedAt: 1 };
const field = (name: string, useMarkdown = false): Field => ({
  ...{ id: name, name, title: name, description: null, required: false, datasetId: "d", ...times },
  settings: { type: "text", useMarkdown },
});
const FIELDS = ["question", "draft", "note"].map((name) => field(name));
const record = (fields: FeedbackRecord["fields"]): FeedbackRecord => ({
  ...{ id: "r", metadata: null, externalId: null, datasetId: "d", ...times },
  fields,
});
const preview = (...texts: readonly (string | null)[]) =>
  recordPreview(FIELDS, record(Object.fromEntries(FIELDS.map(({ name }, at) => [name, texts[at] ?? null]))));

test("FFI-24 the preview of a reference record: the first two fields that say something, in the dataset's order, 30 characters each", () => {
  expect(preview("I keep reading that swifts sleep in the air.", "It is partly known.", "never shown")).toEqual([
    "I keep reading that swifts sle…",
    "It is partly known.",
  ]);
  expect(preview(null, " \n ", "only this")).toEqual(["only this"]);
  expect(preview("", null)).toEqual([]);
  expect(preview("123456789 123456789 123456789 ")).toEqual(["123456789 123456789 123456789"]);
  expect(preview("123456789 123456789 123456789 1")).toEqual(["123456789 123456789 123456789…"]);
  expect(preview("two\n\n lines\tof text")).toEqual(["two lines of text"]);
});

test("FFI-24 of markdown the words are shown, of plain text every character", () => {
  const text = "# It is **partly** known,\n\n> says [a study](https://example.org/study_1) in `x`";
  expect(recordPreview([field("a", true)], record({ a: text }))).toEqual(["It is partly known, says a stu…"]);
  expect(recordPreview([field("a")], record({ a: "2 ** 3 # [x](y)" }))).toEqual(["2 ** 3 # [x](y)"]);
});

test("FFI-24 of a field that the record has not there is nothing, whatever its name", () => {
  expect(recordPreview([field("constructor"), field("a")], record({ a: "only this" }))).toEqual(["only this"]);
});

test("FFI-24 a text of brackets is looked through once, not for each of them, which would outlast the test", () => {
  const previewOf = (text: string) => recordPreview([field("a", true)], record({ a: text }))[0];
  expect(previewOf("[".repeat(100_000))).toBe(`${"[".repeat(30)}…`);
  expect(previewOf("[a](".repeat(30_000))).toMatch(/^\[a]\(.*…$/);
});

test("FFI-24 what a reader sees as one character is not cut in two", () => {
  const family = "👩‍👩‍👧‍👦";
  expect(preview(family.repeat(31))).toEqual([`${family.repeat(30)}…`]);
  expect(preview("é".repeat(31))).toEqual([`${"é".repeat(30)}…`]);
  expect(preview("مرحبا".repeat(7))).toEqual([`${"مرحبا".repeat(6)}…`]);
});

test("FFI-24 a preview is one line, at most 30 characters with the ellipsis after them, and the beginning of what is there", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
      const plain = text.replace(/\s+/g, " ").trim();
      const [shown = ""] = preview(text);
      const beginning = shown === plain ? shown : shown.replace(/…$/u, "");
      expect(plain.startsWith(beginning)).toBe(true);
      expect(visibleLength(beginning)).toBeLessThanOrEqual(30);
      expect(shown.isWellFormed()).toBe(true);
    }),
  );
});
