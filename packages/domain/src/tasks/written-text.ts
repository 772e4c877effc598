import { type ShownText2TextRecord, startingAnswer } from "./shown-record.ts";
import type { Sentence, Sentences } from "./task-record.ts";

/** The text of a record's answer (TAN-11): the best one if there are several. */
export const answerText = ({ answer }: Pick<ShownText2TextRecord, "answer">): string => answer.sentences[0]?.text ?? "";

/** The answer that a person wrote. Typing the original text again is no change. */
export function writtenText(record: ShownText2TextRecord, text: string): Sentences {
  const { answer } = startingAnswer(record);
  if (text === (answer.sentences[0]?.text ?? "")) return answer;
  return { sentences: text === "" ? [] : [{ text, score: 1 }] };
}

/** The predicted texts, the best first (TAN-11). */
export const predictedTexts = ({ prediction }: ShownText2TextRecord): readonly Sentence[] =>
  [...(prediction?.sentences ?? [])].sort((one, other) => other.score - one.score);

/** The prediction with the same text as the answer; null if a person wrote another text. */
export const sameAsPredicted = (record: ShownText2TextRecord): Sentence | null =>
  predictedTexts(record).find(({ text }) => text === answerText(record)) ?? null;
