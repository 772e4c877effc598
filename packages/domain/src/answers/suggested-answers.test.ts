import { expect, test } from "vitest";
import { ownSuggestions } from "../bulk/bulk-answer.ts";
import { suggestedAnswers } from "./answer-text.ts";
import { buildQuestion, buildSuggestion, SETTINGS } from "./answers.fixture.ts";

const label = buildQuestion(SETTINGS.label);
const multi = buildQuestion(SETTINGS.multi, { required: false });
const rating = buildQuestion(SETTINGS.rating, { required: false });
const ranking = buildQuestion(SETTINGS.ranking, { required: false });
const span = buildQuestion(SETTINGS.span, { required: false });
const questions = [label, multi, rating, ranking, span];
const fields = { body: "Ada met Bob" };

test("design/bulk.md: what is suggested is named as people read it, with the score of the whole, in the order of the questions", () => {
  const suggestions = [
    buildSuggestion(rating, 3),
    buildSuggestion(multi, ["a", "c"], { score: [0.9, 0.2] }),
    buildSuggestion(label, "b", { score: 0.78 }),
  ];
  expect(suggestedAnswers(questions, { fields, suggestions })).toEqual([
    { question: label.name, title: label.title, text: "B", score: 0.78 },
    { question: multi.name, title: multi.title, text: "A, C", score: null },
    { question: rating.name, title: rating.title, text: "3", score: null },
  ]);
});

test("FBU-11 FAN-28 it is exactly what accepting writes: nothing that does not fit, half a ranking or spans", () => {
  const suggestions = [
    buildSuggestion(label, "a"),
    buildSuggestion(multi, ["z"]),
    buildSuggestion(ranking, [{ value: "a", rank: 1 }]),
    buildSuggestion(span, [{ start: 0, end: 3, label: "a" }]),
  ];
  const record = { id: "r1", fields, suggestions };
  expect(suggestedAnswers(questions, record).map(({ title }) => title)).toEqual([label.title]);
  expect(Object.keys(ownSuggestions(questions, { record, response: null }) ?? {})).toEqual([label.name]);
  expect(suggestedAnswers(questions, { fields, suggestions: [] })).toEqual([]);
});
