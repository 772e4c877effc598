import fc from "fast-check";
import { expect, test } from "vitest";
import { formObstacles, formValues, openForm } from "../answers/answer-form.ts";
import { changeAnswers, type FormAction } from "../answers/answer-form-change.ts";
import { buildQuestion, buildSuggestion, SETTINGS } from "../answers/answers.fixture.ts";
import type { Question } from "../datasets/question.ts";
import type { OwnResponse } from "../records/labeled-record.ts";
import type { AnswerValues, FeedbackRecord } from "../records/record.ts";
import { responseFault } from "../records/record-rules.ts";
import { bulkActions, ownSuggestions } from "./bulk-answer.ts";
import { type BulkTarget, bulkItem } from "./bulk-run.ts";

const label = buildQuestion(SETTINGS.label, { name: "label" });
const rating = buildQuestion(SETTINGS.rating, { name: "rating", required: false });
const ranking = buildQuestion(SETTINGS.ranking, { name: "ranking", required: false });
const span = buildQuestion(SETTINGS.span, { name: "span" });

const blank = (questions: readonly Question[]) =>
  openForm({ questions, fields: null, response: null, suggestions: [], draft: null });
const formWith = (questions: readonly Question[], ...actions: FormAction[]) =>
  actions.reduce(changeAnswers, blank(questions));
const choose = (question: string, value: string | number): FormAction => ({ type: "choose", question, value });
const response = (values: AnswerValues): OwnResponse => ({ id: "a1", status: "draft", values, updatedAt: 1 });
type Suggested = BulkTarget<Pick<FeedbackRecord, "id" | "fields" | "suggestions">>;
const target = (own: OwnResponse | null, suggestions: Suggested["record"]["suggestions"] = []): Suggested => ({
  record: { id: "r1", fields: { [SETTINGS.span.field]: "text" }, suggestions },
  response: own,
});

test("FBU-11 only questions with a value are written; that there are no spans is one when a person says so", () => {
  expect(formValues(blank([label, rating, span]))).toEqual({});
  expect(formValues(formWith([label, rating, span], choose("rating", 0)))).toEqual({ rating: { value: 0 } });
  expect(formValues(formWith([label, span], { type: "noSpans", question: "span" }))).toEqual({ span: { value: [] } });
});

test("FBU-11 for every other question a record keeps what it has", () => {
  const names = fc.constantFrom("a", "b", "c", "d", "e");
  const values = fc.dictionary(names, fc.record({ value: fc.string() }));
  fc.assert(
    fc.property(values, values, (own, written) => {
      const item = bulkItem({ target: target(response(own)), status: "submitted", values: written });
      const all = { ...item.values };
      for (const [name, value] of Object.entries(own)) expect(all[name]).toEqual(written[name] ?? value);
      for (const [name, value] of Object.entries(written)) expect(all[name]).toEqual(value);
      expect(Object.keys(all).sort()).toEqual([...new Set([...Object.keys(own), ...Object.keys(written)])].sort());
      expect(item.before).toEqual(response(own));
    }),
  );
});

test("FBU-11 FRS-08 discarding with a blank form keeps the answers of each record, and writes none where there are none", () => {
  const discard = (own: OwnResponse | null) =>
    bulkItem({ target: target(own), status: "discarded", values: {} }).values;
  expect(discard(response({ label: { value: "a" } }))).toEqual({ label: { value: "a" } });
  expect(discard(null)).toBeNull();
});

test("FBU-11 an answer that a record was given after the action began is not lost", () => {
  const job = {
    target: target(response({ a: { value: "old" } })),
    status: "draft",
    values: { b: { value: "x" } },
  } as const;
  const now = response({ a: { value: "new" } });
  expect(bulkItem(job, now)).toMatchObject({ before: now, values: { a: { value: "new" }, b: { value: "x" } } });
  expect(bulkItem(job, null).before).toBeNull();
});

test("FBU-11 FRS-12 without a record nothing can be done but to empty the form", () => {
  const form = formWith([label], choose("label", "a"));
  expect(bulkActions(form, 0)).toEqual({ submit: false, saveDraft: false, discard: false, clear: true });
  expect(bulkActions(form, 3)).toEqual({ submit: true, saveDraft: true, discard: true, clear: true });
  expect(bulkActions(blank([label]), 3)).toEqual({ submit: false, saveDraft: false, discard: true, clear: false });
});

test("FBU-11 submit needs a value for every required question; with some missing a draft is the way", () => {
  const form = formWith([label, rating], choose("rating", 2));
  expect(formObstacles(form)).toEqual([{ question: label, reason: "missing" }]);
  expect(bulkActions(form, 3)).toMatchObject({ submit: false, saveDraft: true });
});

test("FBU-11 a required question of spans keeps many from being submitted as it does one, half a ranking too", () => {
  const form = formWith([span, label], choose("label", "a"));
  expect(formObstacles(form)).toEqual([{ question: span, reason: "missing" }]);
  const half = formWith([label, ranking], choose("label", "a"), {
    type: "rank",
    question: "ranking",
    value: "b",
    rank: 1,
  });
  expect(formObstacles(half)).toEqual([{ question: ranking, reason: "partial" }]);
});

test("FBU-11 suggestions are not filled in: each record is accepted with its own, and only where every required question has one", () => {
  const questions = [label, rating];
  const own = (value: string | number, of: Question) => buildSuggestion(of, value);
  expect(ownSuggestions(questions, target(null, [own("b", label), own(3, rating)]))).toEqual({
    label: { value: "b" },
    rating: { value: 3 },
  });
  expect(ownSuggestions(questions, target(null, [own("b", label)]))).toEqual({ label: { value: "b" } });
  expect(ownSuggestions(questions, target(null, [own(3, rating)]))).toBeNull();
  expect(ownSuggestions(questions, target(null, []))).toBeNull();
  expect(ownSuggestions([rating], target(null, []))).toBeNull();
});

test("FBU-11 a question may be called as something that every object has", () => {
  const odd = buildQuestion(SETTINGS.label, { name: "constructor" });
  expect(ownSuggestions([odd], target(null, [buildSuggestion(odd, "b")]))).toEqual({ constructor: { value: "b" } });
  expect(ownSuggestions([odd, label], target(response({}), [buildSuggestion(label, "b")]))).toBeNull();
});

test("FBU-11 FAN-16 a suggestion outside the options is none; half a ranking does not answer its question", () => {
  expect(ownSuggestions([label], target(null, [buildSuggestion(label, "unknown")]))).toBeNull();
  const half = buildSuggestion(ranking, [{ value: "a", rank: 1 }]);
  expect(ownSuggestions([label, ranking], target(null, [buildSuggestion(label, "a"), half]))).toEqual({
    label: { value: "a" },
  });
  expect(ownSuggestions([{ ...ranking, required: true }], target(null, [half]))).toBeNull();
});

test("FBU-11 FAN-28 suggested spans are not accepted unseen: a required question of them must be answered already", () => {
  const spans = buildSuggestion(span, [{ start: 0, end: 2, label: "a" }]);
  const own = [buildSuggestion(label, "b"), spans];
  expect(ownSuggestions([label, { ...span, required: false }], target(null, own))).toEqual({ label: { value: "b" } });
  expect(ownSuggestions([label, span], target(null, own))).toBeNull();
  expect(ownSuggestions([label, span], target(response({ span: { value: [] } }), own))).toEqual({
    label: { value: "b" },
  });
  expect(ownSuggestions([span], target(null, [spans]))).toBeNull();
});

test("FAN-43 a record whose answer has spans beyond the text accepts no suggestions: its person decides about them first", () => {
  const own = [buildSuggestion(label, "b")];
  const answered = (end: number) => target(response({ span: { value: [{ start: 0, end, label: "a" }] } }), own);
  for (const required of [true, false]) {
    expect(ownSuggestions([label, { ...span, required }], answered(4))).toEqual({ label: { value: "b" } });
    expect(ownSuggestions([label, { ...span, required }], answered(5))).toBeNull();
  }
});

test("FBU-11 FAN-13 what is accepted for a record is never refused by the server for lack of an answer", () => {
  const questions = [label, rating, ranking];
  const value = fc.option(fc.constantFrom("a", "b", "zzz"), { nil: undefined });
  fc.assert(
    fc.property(value, fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }), (chosen, stars) => {
      const suggestions = [
        ...(chosen === undefined ? [] : [buildSuggestion(label, chosen)]),
        ...(stars === undefined ? [] : [buildSuggestion(rating, stars)]),
      ];
      const values = ownSuggestions(questions, target(null, suggestions));
      if (values !== null) expect(responseFault(questions, { status: "submitted", values }, {})).toBeNull();
      else expect(chosen).not.toBe("a");
    }),
  );
});
