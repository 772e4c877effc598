import { expect, test } from "vitest";
import type { AnswerValue, ResponseState } from "../records/record.ts";
import { changedAnswers } from "./answer-text.ts";
import { buildQuestion, SETTINGS } from "./answers.fixture.ts";

const QUESTIONS = Object.values(SETTINGS).map((settings) => buildQuestion(settings));
const state = (values: { readonly [name: string]: AnswerValue } | null): ResponseState => ({
  status: "draft",
  values: values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
});
const changed = (before: ResponseState | null, after: ResponseState | null) =>
  changedAnswers(QUESTIONS, { body: "a swift" }, before, after).map((change) => [
    change.question,
    change.before,
    change.after,
  ]);

test("design/record.md#history the history names the questions whose answers differ, in their order and in the words people know", () => {
  const before = state({ text: "old words", rating: 1, label_selection: "a", multi_label_selection: ["a", "b"] });
  const after = state({ text: "new words", rating: 1, label_selection: "b", multi_label_selection: ["b", "a"] });
  expect(changed(before, after)).toEqual([
    ["text", "old words", "new words"],
    ["label_selection", "A", "B"],
  ]);
});

test("design/record.md#history a new answer has nothing before it, a deleted response nothing after it", () => {
  const answered = state({ span: [{ start: 2, end: 7, label: "a" }] });
  expect(changed(null, answered)).toEqual([["span", null, "“swift” A"]]);
  expect(changed(answered, null)).toEqual([["span", "“swift” A", null]]);
  expect(changed(answered, state(null))).toEqual([["span", "“swift” A", null]]);
  expect(changed(state(null), null)).toEqual([]);
});

test("design/record.md#history a text without words is an answer, and what does not fit its question is compared as it was stored", () => {
  expect(changed(state({ text: "" }), state({}))).toEqual([["text", "", null]]);
  expect(changed(state({ label_selection: "gone" }), state({ label_selection: "gone" }))).toEqual([]);
  expect(changed(state({ label_selection: "gone" }), state({ label_selection: "a" }))).toEqual([
    ["label_selection", "gone", "A"],
  ]);
});
