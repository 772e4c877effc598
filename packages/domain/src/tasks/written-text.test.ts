import { expect, test } from "vitest";
import { isPending } from "./record-edit.ts";
import { shownOf, text2TextRecord } from "./shown-record.fixture.ts";
import { answerText, predictedTexts, sameAsPredicted, writtenText } from "./written-text.ts";

const prediction = {
  agent: "model",
  sentences: [
    { text: "best", score: 0.9 },
    { text: "other", score: 0.4 },
  ],
};
const predicted = shownOf(text2TextRecord({ prediction }));

test("TAN-11 a text starts from the annotation, else from the best prediction, else from nothing", () => {
  expect(answerText(shownOf(text2TextRecord()))).toBe("");
  expect(answerText(predicted)).toBe("best");
  const annotation = { agent: "mara", sentences: [{ text: "mine", score: 1 }] };
  expect(answerText(shownOf(text2TextRecord({ prediction, annotation })))).toBe("mine");
});

test("TAN-11 writing edits, also to nothing, and writing what stood there is no edit, whatever its score", () => {
  const annotation = { agent: "api", sentences: [{ text: "mine", score: 0.3 }] };
  for (const record of [predicted, shownOf(text2TextRecord({ prediction, annotation }))]) {
    const [first] = record.answer.sentences;
    expect(isPending(shownOf(record, writtenText(record, `${first?.text}!`)))).toBe(true);
    expect(isPending(shownOf(record, writtenText(record, "")))).toBe(true);
    expect(isPending(shownOf(record, writtenText(record, first?.text ?? "")))).toBe(false);
  }
});

test("TAN-11 predictions stand by score, and an answer that has the words of one is told apart", () => {
  const backwards = { agent: "model", sentences: [...prediction.sentences].reverse() };
  expect(predictedTexts(shownOf(text2TextRecord({ prediction: backwards }))).map(({ text }) => text)).toEqual([
    "best",
    "other",
  ]);
  expect(sameAsPredicted(shownOf(predicted, writtenText(predicted, "other")))?.score).toBe(0.4);
  expect(sameAsPredicted(shownOf(predicted, writtenText(predicted, "mine")))).toBeNull();
});
