import { expect, test } from "vitest";
import { openForm } from "../answers/answer-form.ts";
import { buildQuestion, options, SETTINGS } from "../answers/answers.fixture.ts";
import { bulkActions, bulkObstacles, drawnInAll, drawnSpans, ownSuggestions } from "./bulk-answer.ts";

const span = { start: 0, end: 3, label: "a" };
const FIELDS = { [SETTINGS.span.field]: "a text" };
const spans = buildQuestion({ ...SETTINGS.span, options: options("a", "b") }, { name: "spans", required: true });
const label = buildQuestion(SETTINGS.label, { name: "label", required: false });
const questions = [spans, label];
const blank = openForm({ questions, fields: null, response: null, suggestions: [], draft: null });
const kept = (value: unknown) => ({ value, untouched: [] });

test("FBU-11 FAN-28 what was drawn in a row is what its draft says of questions of spans, no span being an answer too", () => {
  const draft = { spans: kept([span]), label: kept("x") };
  expect(drawnSpans(questions, FIELDS, draft)).toEqual({ spans: { value: [span] } });
  expect(drawnSpans(questions, FIELDS, { spans: kept([]) })).toEqual({ spans: { value: [] } });
  expect(drawnSpans(questions, FIELDS, { spans: kept(null) })).toEqual({});
  expect(drawnSpans(questions, FIELDS, { spans: kept("of another version") })).toEqual({});
  expect(drawnSpans(questions, FIELDS, null)).toEqual({});
});

test("FAN-43 what was drawn in a row and lies beyond its text by now does not go out", () => {
  const beyond = { start: 0, end: 7, label: "a" };
  expect(drawnSpans(questions, FIELDS, { spans: kept([span, beyond]) })).toEqual({ spans: { value: [span] } });
  expect(drawnSpans(questions, FIELDS, { spans: kept([beyond]) })).toEqual({});
});

test("FBU-11 FAN-27 a blank form can be submitted where every selected record had its spans drawn, and not else", () => {
  const drawn = { spans: { value: [span] } };
  const all = drawnInAll([drawn, drawn]);
  expect(bulkActions(blank, 2, all)).toMatchObject({ submit: true, saveDraft: true });
  expect(bulkObstacles(blank, all)).toEqual([]);
  const some = drawnInAll([drawn, {}]);
  expect([...some]).toEqual([]);
  expect(bulkActions(blank, 2, some)).toMatchObject({ submit: false, saveDraft: false });
  expect(bulkObstacles(blank, some).map(({ question }) => question.name)).toEqual(["spans"]);
  expect([...drawnInAll([])]).toEqual([]);
});

test("design/bulk.md#writing what was drawn answers a required question of spans also where suggestions are accepted", () => {
  const record = { id: "r", fields: FIELDS, suggestions: [] };
  const drawn = { spans: { value: [span] } };
  expect(ownSuggestions(questions, { record, response: null }, drawn)).toEqual(drawn);
  expect(ownSuggestions(questions, { record, response: null })).toBeNull();
});
