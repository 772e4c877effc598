import fc from "fast-check";
import { expect, test } from "vitest";
import type { ResponseStatus } from "../records/labeled-record.ts";
import type { AnswerValues } from "../records/record.ts";
import { formActions, openForm, submissionOf } from "./answer-form.ts";
import { changeAnswers, type FormAction } from "./answer-form-change.ts";
import { buildQuestion, SETTINGS } from "./answers.fixture.ts";

const label = buildQuestion(SETTINGS.label);
const text = buildQuestion(SETTINGS.text, { required: false });
const questions = [label, text];
const CHOSEN: AnswerValues = { label_selection: { value: "a" } };

function form(status: ResponseStatus | null, values: AnswerValues, ...actions: readonly FormAction[]) {
  const response = status && { status, values };
  return actions.reduce(changeAnswers, openForm({ questions, fields: null, response, suggestions: [], draft: null }));
}

const choose = (value: string): FormAction => ({ type: "choose", question: label.name, value });

test("FRS-12 a complete form is submitted with its values", () => {
  expect(submissionOf(form(null, {}, choose("b")))).toEqual({
    state: "ready",
    values: { label_selection: { value: "b" } },
  });
  expect(submissionOf(form("draft", CHOSEN)).state).toBe("ready");
  expect(submissionOf(form("discarded", CHOSEN)).state).toBe("ready");
});

test("FRS-12 a form that lacks an answer says which, the first of them first", () => {
  const second = buildQuestion(SETTINGS.rating);
  const both = openForm({ questions: [label, second], fields: null, response: null, suggestions: [], draft: null });
  const missing = [label, second].map((question) => ({ question, reason: "missing" }));
  expect(submissionOf(both)).toEqual({ state: "missing", first: missing[0], obstacles: missing });
});

test("FRS-12 FEN-25 what was submitted is not submitted again before it is changed, and not once it is changed back", () => {
  expect(submissionOf(form("submitted", CHOSEN))).toEqual({ state: "unchanged" });
  expect(submissionOf(form("submitted", CHOSEN, choose("b"))).state).toBe("ready");
  expect(submissionOf(form("submitted", CHOSEN, choose("b"), choose("a")))).toEqual({ state: "unchanged" });
});

test("FRS-12 optional questions alone, none of them answered, are nothing to submit", () => {
  const optional = openForm({ questions: [text], fields: null, response: null, suggestions: [], draft: null });
  expect(submissionOf(optional)).toEqual({ state: "nothing" });
});

test("FRS-12 Submit is offered exactly where there is something to submit", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(null, "draft", "submitted", "discarded"),
      fc.constantFrom({}, CHOSEN),
      fc.array(fc.constantFrom(choose("a"), choose("b"), { type: "clearQuestion", question: label.name } as const)),
      (status, values, actions) => {
        const now = form(status, values, ...actions);
        expect(formActions(now).submit).toBe(submissionOf(now).state === "ready");
      },
    ),
  );
});
