import { type ShownText2TextRecord, startingAnswer } from "./shown-record.ts";
import type { Sentence, Sentences } from "./task-record.ts";

/** The text that stands as a record's answer (TAN-11): of several the best. */
export const answerText = ({ answer }: Pick<ShownText2TextRecord, "answer">): string => answer.sentences[0]?.text ?? "";

/** What a person writes as the answer; what stood there at first, written again, is no change. */
export function writtenText(record: ShownText2TextRecord, text: string): Sentences {
  const { answer } = startingAnswer(record);
  if (text === (answer.sentences[0]?.text ?? "")) return answer;
  return { sentences: text === "" ? [] : [{ text, score: 1 }] };
}

/** What was predicted, the best first (TAN-11). */
export const predictedTexts = ({ prediction }: ShownText2TextRecord): readonly Sentence[] =>
  [...(prediction?.sentences ?? [])].sort((one, other) => other.score - one.score);

/** The prediction whose words the answer has; null where a person wrote their own. */
export const sameAsPredicted = (record: ShownText2TextRecord): Sentence | null =>
  predictedTexts(record).find(({ text }) => text === answerText(record)) ?? null;
