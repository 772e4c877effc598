import { expect, test } from "vitest";
import { reasonText } from "./reason.ts";
import type { AnswerValue, SuggestionInput } from "./record.ts";
import { suggestionFault } from "./record-rules.ts";
import { QUESTIONS } from "./rules.fixture.ts";

function fault(name: string, value: AnswerValue, score: SuggestionInput["score"] = null) {
  const question = QUESTIONS.find((candidate) => candidate.name === name);
  if (!question) throw new Error(`no question ${name}`);
  const reason = suggestionFault(question, { value, score }, { text: "hello" });
  return reason && reasonText(reason);
}

test("FEN-31 a suggested value follows the rules of responses, a ranking may be partial", () => {
  expect(fault("label", "z")).toMatch(/^'z' is not a valid label/);
  expect(fault("rank", [{ value: "a", rank: null }])).toBeNull();
  expect(fault("multi", [])).toBe("multi label selection questions expects a list of values, found empty list");
});

test("FEN-31 a list of values has one score for each, a single value one score, or there is none", () => {
  expect(fault("label", "a", [0.5])).toBe("a list of score values is not allowed for a suggestion with a single value");
  expect(fault("multi", ["a"], 0.5)).toBe(
    "a single score value is not allowed for a suggestion with a multiple items value",
  );
  expect(fault("multi", ["a"], [0.5, 0.5])).toBe("number of items on value and score attributes doesn't match");
  expect(fault("multi", ["a", "b"], [0.5, 1])).toBeNull();
  expect(fault("label", "a", 0.5)).toBeNull();
  expect(fault("multi", ["a"])).toBeNull();
});
