import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Answer } from "../records/question-types.ts";
import { anyRanking, buildQuestion, SETTINGS, unknownQuestion } from "./answers.fixture.ts";
import {
  availableActions,
  emptyAnswer,
  isComplete,
  isPartiallyValid,
  isValid,
  obstacles,
  readAnswer,
  valuesToSend,
} from "./answers.ts";

const text = buildQuestion(SETTINGS.text);
const label = buildQuestion(SETTINGS.label);
const multi = buildQuestion(SETTINGS.multi);
const rating = buildQuestion(SETTINGS.rating);
const ranking = buildQuestion(SETTINGS.ranking);
const span = buildQuestion(SETTINGS.span);
const all = [text, label, multi, rating, ranking, span];

const rank = (...pairs: readonly [string, number][]): Answer => ({
  type: "ranking",
  value: pairs.map(([value, place]) => ({ value, rank: place })),
});
const FULL = rank(["a", 1], ["b", 2], ["c", 3]);
const HALF = rank(["a", 1]);

describe("validity by question type", () => {
  test("FAN-01 FAN-06 a text answer is valid when it is not empty", () => {
    expect(isValid(text.settings, { type: "text", value: "so" })).toBe(true);
    expect(isValid(text.settings, emptyAnswer(text.settings))).toBe(false);
  });

  test("FAN-07 text is tested after trimming but sent as typed", () => {
    expect(isValid(text.settings, { type: "text", value: " \n\t\u00a0 " })).toBe(false);
    expect(valuesToSend([text], { text: { type: "text", value: "  so \n" } })).toEqual({ text: { value: "  so \n" } });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        expect(isValid(text.settings, { type: "text", value })).toBe(value.trim().length > 0);
      }),
    );
  });

  test("FAN-02 FAN-03 FAN-08 a label, several labels and a rating are valid when something is chosen, a rating of 0 too", () => {
    for (const question of [label, multi, rating]) {
      expect(isValid(question.settings, emptyAnswer(question.settings))).toBe(false);
    }
    expect(isValid(label.settings, { type: "label_selection", value: "a" })).toBe(true);
    expect(isValid(multi.settings, { type: "multi_label_selection", value: ["b"] })).toBe(true);
    expect(isValid(rating.settings, { type: "rating", value: 0 })).toBe(true);
  });

  test("FAN-04 FAN-09 a ranking is valid only when every option has a rank, ties included", () => {
    expect(isValid(ranking.settings, FULL)).toBe(true);
    expect(isValid(ranking.settings, rank(["a", 1], ["b", 1], ["c", 1]))).toBe(true);
    expect(isValid(ranking.settings, rank(["a", 1], ["b", 2]))).toBe(false);
  });

  test("FAN-09 FAN-10 only a ranking is ever partially valid: when some options have a rank, not none and not all", () => {
    expect(isPartiallyValid(ranking.settings, HALF)).toBe(true);
    expect(isPartiallyValid(ranking.settings, FULL)).toBe(false);
    for (const question of all) expect(isPartiallyValid(question.settings, emptyAnswer(question.settings))).toBe(false);
    expect(isPartiallyValid(multi.settings, { type: "multi_label_selection", value: ["a"] })).toBe(false);
    fc.assert(
      fc.property(anyRanking(["a", "b", "c"]), (value) => {
        const answer: Answer = { type: "ranking", value };
        expect(isPartiallyValid(ranking.settings, answer)).toBe(value.length > 0 && value.length < 3);
      }),
    );
  });

  test("FAN-10 FAN-09 an empty answer is acceptable for an optional question, half a ranking never", () => {
    for (const question of all) {
      const optional = { ...question, required: false };
      expect(obstacles([optional], {})).toEqual([]);
    }
    expect(obstacles([{ ...ranking, required: false }], { ranking: HALF })).toMatchObject([{ reason: "partial" }]);
    expect(obstacles([{ ...ranking, required: false }], { ranking: FULL })).toEqual([]);
    expect(obstacles([label], {})).toMatchObject([{ reason: "missing" }]);
  });

  test("FAN-27 no span at all is an answer, also to a required question; nothing said is none", () => {
    expect(isValid(span.settings, { type: "span", value: [] })).toBe(true);
    expect(valuesToSend([span], { span: { type: "span", value: [] } })).toEqual({ span: { value: [] } });
    expect(isValid(span.settings, emptyAnswer(span.settings))).toBe(false);
    expect(valuesToSend([span], {})).toEqual({});
  });
});

describe("the whole record", () => {
  test("FAN-11 complete when each required question is answered and each optional one is acceptable", () => {
    const optional = { ...ranking, required: false };
    const chosen = { label_selection: { type: "label_selection", value: "a" } } as const;
    expect(isComplete([label, optional], chosen)).toBe(true);
    expect(isComplete([label, optional], { ...chosen, ranking: HALF })).toBe(false);
    expect(isComplete([label, optional], { ranking: FULL })).toBe(false);
  });

  test("FAN-11 a record of optional questions wants at least one value", () => {
    const optional = { ...label, required: false };
    expect(isComplete([optional], {})).toBe(false);
    expect(isComplete([optional], { label_selection: { type: "label_selection", value: "a" } })).toBe(true);
  });

  test("FAN-12 FRS-08 only valid and partially valid answers are sent, the ranked options only of a ranking", () => {
    const values = valuesToSend(all, {
      text: { type: "text", value: "   " },
      multi_label_selection: { type: "multi_label_selection", value: [] },
      rating: { type: "rating", value: 0 },
      ranking: HALF,
    });
    expect(values).toEqual({
      rating: { value: 0 },
      ranking: { value: [{ value: "a", rank: 1 }] },
    });
  });

  test("FEN-10 a question of an unknown type never blocks and is never sent", () => {
    const unknown = unknownQuestion({ required: true });
    expect(emptyAnswer(unknown.settings)).toEqual({ type: "unknown" });
    const chosen = { label_selection: { type: "label_selection", value: "a" } } as const;
    expect(isComplete([unknown, label], chosen)).toBe(true);
    expect(obstacles([unknown, label], {}).map((obstacle) => obstacle.question.name)).toEqual(["label_selection"]);
    expect(valuesToSend([unknown, label], chosen)).toEqual({ label_selection: { value: "a" } });
  });

  test("FAN-11 the questions in the way are named in order, with the reason", () => {
    expect(obstacles(all, { ranking: HALF }).map(({ question, reason }) => [question.name, reason])).toEqual([
      ["text", "missing"],
      ["label_selection", "missing"],
      ["multi_label_selection", "missing"],
      ["rating", "missing"],
      ["ranking", "partial"],
      ["span", "missing"],
    ]);
  });

  test("FRS-12 submit when complete, draft with any value, discard unless discarded, clear with an answer or a response", () => {
    const questions = [label, { ...text, required: false }];
    const nothing = { submit: false, saveDraft: false, discard: true, clear: false };
    expect(availableActions(questions, {}, "pending")).toEqual(nothing);
    expect(availableActions(questions, {}, "discarded")).toEqual({ ...nothing, discard: false, clear: true });
    expect(availableActions(questions, { text: { type: "text", value: "so" } }, "pending")).toEqual({
      ...nothing,
      saveDraft: true,
      clear: true,
    });
    expect(availableActions(questions, { text: { type: "text", value: "  " } }, "pending")).toEqual({
      ...nothing,
      clear: true,
    });
    expect(
      availableActions(questions, { label_selection: { type: "label_selection", value: "a" } }, "submitted"),
    ).toEqual({
      submit: true,
      saveDraft: true,
      discard: true,
      clear: true,
    });
  });
});

describe("reading stored values", () => {
  test("FAN-05 every wire form is read back as the answer that sends it", () => {
    const answers = {
      text: { type: "text", value: "so" },
      label_selection: { type: "label_selection", value: "b" },
      multi_label_selection: { type: "multi_label_selection", value: ["c", "a"] },
      rating: { type: "rating", value: 2 },
      ranking: rank(["b", 1], ["a", 1]),
      span: { type: "span", value: [{ start: 0, end: 3, label: "a" }] },
    } as const;
    for (const [name, { value }] of Object.entries(valuesToSend(all, answers))) {
      const question = all.find((candidate) => candidate.name === name);
      expect(question && readAnswer(question.settings, value)).toEqual(answers[name as keyof typeof answers]);
    }
  });

  test("FAN-16 a value of another shape or outside the options is not an answer", () => {
    expect(readAnswer(SETTINGS.text, 3)).toBeUndefined();
    expect(readAnswer(SETTINGS.label, "z")).toBeUndefined();
    expect(readAnswer(SETTINGS.label, ["a"])).toBeUndefined();
    expect(readAnswer(SETTINGS.multi, ["a", "z"])).toBeUndefined();
    expect(readAnswer(SETTINGS.multi, "a")).toBeUndefined();
    expect(readAnswer(SETTINGS.rating, 9)).toBeUndefined();
    expect(readAnswer(SETTINGS.rating, "1")).toBeUndefined();
    expect(readAnswer(SETTINGS.ranking, [{ value: "z", rank: 1 }])).toBeUndefined();
    expect(readAnswer(SETTINGS.ranking, ["a"])).toBeUndefined();
    expect(readAnswer(SETTINGS.span, [{ start: 0, end: 1, label: "z" }])).toBeUndefined();
    expect(readAnswer(unknownQuestion().settings, "anything")).toBeUndefined();
  });

  test("FAN-05 a draft's null ranks and ranks out of range count as not ranked", () => {
    const stored = [
      { value: "a", rank: null },
      { value: "b", rank: 7 },
      { value: "c", rank: 2 },
    ];
    expect(readAnswer(SETTINGS.ranking, stored)).toEqual(rank(["c", 2]));
  });
});
