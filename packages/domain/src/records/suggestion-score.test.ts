import fc from "fast-check";
import { expect, test } from "vitest";
import { buildQuestion, buildSuggestion, SETTINGS } from "../answers/answers.fixture.ts";
import { scorePercent, scoresByPart } from "./suggestion-score.ts";

test("FEN-30 a score is a percentage with one decimal, a negative one has none", () => {
  expect(scorePercent(0.784)).toBe(78.4);
  expect(scorePercent(0.6666)).toBe(66.7);
  expect(scorePercent(0)).toBe(0);
  expect(scorePercent(1)).toBe(100);
  expect(scorePercent(-0.2)).toBeUndefined();
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (score) => {
      const percent = scorePercent(score) ?? Number.NaN;
      expect(Math.abs(percent - score * 100)).toBeLessThanOrEqual(0.05 + 1e-9);
      expect(String(percent)).toMatch(/^\d+(\.\d)?$/);
    }),
  );
});

test("FEN-31 a list carries one score per element, a missing score is nothing", () => {
  const multi = buildQuestion(SETTINGS.multi);
  const ranking = buildQuestion(SETTINGS.ranking);
  const rating = buildQuestion(SETTINGS.rating);
  expect([...scoresByPart(buildSuggestion(multi, ["a", "c"], { score: [0.9, 0.2] }))]).toEqual([
    ["a", 0.9],
    ["c", 0.2],
  ]);
  expect([...scoresByPart(buildSuggestion(multi, ["a", "c"], { score: 0.9 }))]).toEqual([]);
  expect([...scoresByPart(buildSuggestion(multi, ["a", "c"]))]).toEqual([]);
  expect([...scoresByPart(buildSuggestion(rating, 2, { score: 0.61 }))]).toEqual([["2", 0.61]]);
  const spans = [
    { start: 0, end: 2, label: "a" },
    { start: 4, end: 6, label: "a" },
  ];
  const span = buildQuestion(SETTINGS.span);
  expect([...scoresByPart(buildSuggestion(span, spans, { score: [0.7, 0.2] })).values()]).toEqual([0.7, 0.2]);
  expect([...scoresByPart(buildSuggestion(ranking, [{ value: "b", rank: 1 }], { score: [0.4] }))]).toEqual([
    ["b", 0.4],
  ]);
});
