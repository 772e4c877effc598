import fc from "fast-check";
import { expect, test } from "vitest";
import { anyRanking, buildQuestion, SETTINGS } from "../answers/answers.fixture.ts";
import { type Answers, emptyAnswer, isComplete, valuesToSend } from "../answers/answers.ts";
import type { Question } from "../datasets/question.ts";
import type { Answer } from "./question-types.ts";
import { responseFault } from "./record-rules.ts";

const FIELDS = { body: "a few words" };
const label = fc.constantFrom("a", "b", "c");

/** Possible form inputs of a user: nothing, a value, half a ranking, spaces. */
const answered: { readonly [name in keyof typeof SETTINGS]: fc.Arbitrary<Answer> } = {
  text: fc.constantFrom("", "  ", "so").map((value) => ({ type: "text", value })),
  label: fc.option(label).map((value) => ({ type: "label_selection", value })),
  multi: fc.subarray(["a", "b", "c", "d"]).map((value) => ({ type: "multi_label_selection", value })),
  rating: fc.option(fc.integer({ min: 0, max: 3 })).map((value) => ({ type: "rating", value })),
  ranking: anyRanking(["a", "b", "c"]).map((value) => ({ type: "ranking", value })),
  span: fc
    .option(fc.constantFrom([], [{ start: 0, end: 1, label: "a" }]))
    .map((value) => ({ type: "span", value }) as const),
};
const kinds = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]; // the keys of a literal

const form = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), required: fc.boolean() }), { maxLength: 6 })
  .chain((asked) =>
    fc.tuple(
      fc.constant(asked.map(({ kind, required }, at) => buildQuestion(SETTINGS[kind], { name: `q${at}`, required }))),
      fc.tuple(...asked.map(({ kind }) => fc.oneof(answered[kind], fc.constant(emptyAnswer(SETTINGS[kind]))))),
    ),
  )
  .map(([questions, answers]): [Question[], Answers] => [
    questions,
    Object.fromEntries(answers.map((answer, at) => [`q${at}`, answer])),
  ]);

test("FAN-11 FAN-13 the page offers Submit exactly for what the server takes, half rankings of optional questions too", () => {
  fc.assert(
    fc.property(form, ([questions, answers]) => {
      const values = valuesToSend(questions, answers);
      expect(isComplete(questions, answers)).toBe(
        responseFault(questions, { status: "submitted", values }, FIELDS) === null,
      );
    }),
    { numRuns: 500 },
  );
});

test("FAN-12 FAN-13 whatever the form holds may be saved as a draft", () => {
  fc.assert(
    fc.property(form, ([questions, answers]) => {
      expect(
        responseFault(questions, { status: "draft", values: valuesToSend(questions, answers) }, FIELDS),
      ).toBeNull();
    }),
  );
});
