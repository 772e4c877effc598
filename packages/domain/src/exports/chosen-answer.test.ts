import fc from "fast-check";
import { expect, test } from "vitest";
import { isValid, readAnswer } from "../answers/answers.ts";
import type { QuestionSettings, QuestionType } from "../datasets/question.ts";
import { chooseAnswer, preferencesOf } from "./chosen-answer.ts";

const options = ["a", "b", "c"].map((value) => ({ value, text: value, description: null }));
const labels = { options, visibleOptions: null };
const SETTINGS: { readonly [Type in QuestionType]: QuestionSettings } = {
  text: { type: "text", useMarkdown: false },
  rating: { type: "rating", options: [1, 2, 3].map((value) => ({ value })) },
  label_selection: { type: "label_selection", ...labels },
  multi_label_selection: { type: "multi_label_selection", ...labels, optionsOrder: "natural" },
  ranking: { type: "ranking", options },
  span: { type: "span", field: "text", ...labels, allowOverlapping: false, allowCharacterAnnotation: true },
};
const label = fc.constantFrom("a", "b", "c");
/** Spans of an answer do not overlap. */
const spans = fc
  .array(fc.record({ place: fc.integer({ min: 0, max: 4 }), width: fc.integer({ min: 1, max: 3 }), label }), {
    maxLength: 4,
  })
  .map((all) => {
    let end = 0;
    return all.map(({ place, width, label: of }) => {
      const start = end + place;
      end = start + width;
      return { start, end, label: of };
    });
  });
const ANSWERS: { readonly [Type in QuestionType]: fc.Arbitrary<unknown> } = {
  text: fc.constantFrom("one", "two"),
  rating: fc.integer({ min: 1, max: 3 }),
  label_selection: label,
  multi_label_selection: fc.uniqueArray(label, { minLength: 1, maxLength: 3 }),
  ranking: fc
    .tuple(...options.map(() => fc.integer({ min: 1, max: 3 })))
    .map((ranks) => ranks.map((rank, at) => ({ value: options[at]?.value ?? "", rank }))),
  span: spans,
};
const TYPES = Object.keys(SETTINGS) as readonly QuestionType[];

test.each(TYPES)(
  "EXS-02 %s: the only answer, and the one that all gave, is chosen; nothing where nobody answered",
  (type) => {
    const settings = SETTINGS[type];
    fc.assert(
      fc.property(ANSWERS[type], fc.integer({ min: 1, max: 4 }), (answer, people) => {
        const chosen = chooseAnswer(settings, Array(people).fill(answer));
        expect(chosen.outcome).toBe("chosen");
        const [one, other] = [chosen, { value: answer }].map((found) =>
          readAnswer(settings, "value" in found ? found.value : null),
        );
        expect(normal(one)).toEqual(normal(other));
      }),
    );
    expect(chooseAnswer(settings, [])).toEqual({ outcome: "unanswered" });
    expect(chooseAnswer(settings, [{ other: true }, null])).toEqual({ outcome: "unanswered" });
  },
);

const normal = (answer: unknown): unknown => {
  const value = (answer as { value?: unknown } | undefined)?.value;
  return Array.isArray(value)
    ? value.map((one) => JSON.stringify(one, ["label", "value", "rank", "start", "end"])).sort()
    : value;
};

test.each(TYPES)(
  "EXS-02 %s: what is chosen is a valid answer, and does not depend on the order of people or of parts",
  (type) => {
    const settings = SETTINGS[type];
    fc.assert(
      fc.property(
        fc.array(ANSWERS[type], { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (answers, stream) => {
          const chosen = chooseAnswer(settings, answers);
          const shuffled = answers
            .map((answer) => ({
              answer: Array.isArray(answer) ? answer.toReversed() : answer,
              at: stream.next().value,
            }))
            .sort((one, other) => one.at - other.at)
            .map(({ answer }) => answer);
          const again = chooseAnswer(settings, shuffled);
          expect(again.outcome).toBe(chosen.outcome);
          if (chosen.outcome !== "chosen" || again.outcome !== "chosen") return;
          expect(normal({ value: again.value })).toEqual(normal({ value: chosen.value }));
          const answer = readAnswer(settings, chosen.value);
          expect(answer && isValid(settings, answer)).toBe(true);
        },
      ),
    );
  },
);

test("EXS-02 choices: the most people; a tie is no answer", () => {
  expect(chooseAnswer(SETTINGS.label_selection, ["a", "b", "b"])).toEqual({ outcome: "chosen", value: "b" });
  expect(chooseAnswer(SETTINGS.label_selection, ["a", "a", "b", "c", "b"])).toEqual({ outcome: "disputed" });
  expect(chooseAnswer(SETTINGS.rating, [1, 2])).toEqual({ outcome: "disputed" });
  expect(chooseAnswer(SETTINGS.text, ["x", "x", "y"])).toEqual({ outcome: "disputed" });
});

test("EXS-02 lists: each part that more than half of the people gave; half is no answer", () => {
  const { multi_label_selection: several, span } = SETTINGS;
  expect(
    chooseAnswer(several, [
      ["a", "b"],
      ["b", "c"],
      ["b", "a"],
    ]),
  ).toEqual({ outcome: "chosen", value: ["a", "b"] });
  expect(chooseAnswer(several, [["a", "b"], ["b"]])).toEqual({ outcome: "disputed" });
  expect(chooseAnswer(several, [["a"], ["b"], ["c"]])).toEqual({ outcome: "disputed" });
  const mark = { start: 0, end: 4, label: "a" };
  expect(chooseAnswer(span, [[mark], [mark], []])).toEqual({ outcome: "chosen", value: [mark] });
  expect(chooseAnswer(span, [[], [], [mark]])).toEqual({ outcome: "chosen", value: [] });
  expect(chooseAnswer(span, [[mark], [{ ...mark, label: "b" }], [{ ...mark, end: 5 }]])).toEqual({
    outcome: "disputed",
  });
});

test("EXS-02 no two chosen spans overlap where no answer has spans that do", () => {
  fc.assert(
    fc.property(fc.array(spans, { minLength: 1, maxLength: 5 }), (answers) => {
      const chosen = chooseAnswer(SETTINGS.span, answers);
      if (chosen.outcome !== "chosen") return;
      const ordered = chosen.value as readonly { start: number; end: number }[]; // an answer to a span question
      for (const [at, one] of ordered.entries())
        expect(one.end).toBeLessThanOrEqual(ordered[at + 1]?.start ?? Infinity);
    }),
  );
});

test("EXS-04 a ranking gives each pair of options with different ranks once, the better first", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { maxLength: 5 }), (ranks) => {
      const ranking = ranks.map((rank, at) => ({ value: String(at), rank }));
      const pairs = preferencesOf(ranking);
      const expected = ranking.flatMap((one) =>
        ranking
          .filter((other) => one.rank !== null && other.rank !== null && one.rank < other.rank)
          .map((other) => `${one.value}>${other.value}`),
      );
      expect(pairs.map(({ chosen, rejected }) => `${chosen}>${rejected}`).sort()).toEqual(expected.sort());
    }),
  );
});
