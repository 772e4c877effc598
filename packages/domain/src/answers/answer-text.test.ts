import { expect, test } from "vitest";
import { answerText } from "./answer-text.ts";
import { options, SETTINGS } from "./answers.fixture.ts";

const FIELDS = { body: "the 🐦 swift sleeps", empty: null };

test("design/record.md an answer reads in the texts of its options, a ranking by its ranks, spans with their words", () => {
  expect(answerText(SETTINGS.text, "as  typed", FIELDS)).toBe("as  typed");
  expect(answerText(SETTINGS.label, "b", FIELDS)).toBe("B");
  expect(answerText(SETTINGS.multi, ["d", "a"], FIELDS)).toBe("D, A");
  expect(answerText(SETTINGS.rating, 0, FIELDS)).toBe("0");
  const ranked = [
    { value: "c", rank: 2 },
    { value: "a", rank: 1 },
    { value: "b", rank: null },
  ];
  expect(answerText(SETTINGS.ranking, ranked, FIELDS)).toBe("1. A, 2. C");
  // Offsets are code points: the bird takes one place and two UTF-16 units.
  const spans = [
    { start: 6, end: 11, label: "b" },
    { start: 0, end: 5, label: "a" },
  ];
  expect(answerText(SETTINGS.span, spans, FIELDS)).toBe("“the 🐦” A, “swift” B");
});

test("FAN-27 of a long span only the beginning is quoted, of a field that is not there nothing", () => {
  const settings = { ...SETTINGS.span, options: options("a") };
  const long = { body: "x".repeat(100) };
  expect(answerText(settings, [{ start: 0, end: 100, label: "a" }], long)).toBe(`“${"x".repeat(60)}…” A`);
  expect(answerText(settings, [{ start: 0, end: 2, label: "a" }], {})).toBe("“” A");
});

test("FAN-16 a value that is no answer to the question any more stands as it was stored", () => {
  expect(answerText(SETTINGS.label, "gone", FIELDS)).toBe("gone");
  expect(answerText(SETTINGS.multi, ["a", "gone"], FIELDS)).toBe('["a","gone"]');
});
