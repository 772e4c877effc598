import { fraction } from "../word-vector.ts";
import { demoTaskRecord, linesOf, rounded, type TaskDemo } from "./task-demo.ts";

/** What a weaker model knows: some long words, and nothing of the sentence around them. */
const SHORTER: readonly (readonly [RegExp, string])[] = [
  [/\b(are|is) to be (\w+ed)\b/g, "must be $2"],
  [/\bprior to\b/g, "before"],
  [/\bprohibited\b/g, "not allowed"],
  [/\bsubject to\b/g, "bound to"],
  [/\bsubmitted\b/g, "sent"],
  [/\bpermitted\b/g, "allowed"],
  [/\bwithout undue delay\b/g, "soon"],
  [/\bshall\b/g, "must"],
  [/\bobliged\b/g, "bound"],
  [/\birrespective of\b/g, "whatever"],
];

const shortened = (text: string): string =>
  SHORTER.reduce((sentence, [long, short]) => sentence.replace(long, short), text);

/** Both guesses, now and then the weaker one first; of some sentences none. */
function predictionOf(text: string, plain: string) {
  const luck = fraction(text);
  if (luck > 0.9) return null;
  const best = rounded(0.55 + luck / 3);
  const other = rounded(luck > 0.75 ? best + 0.1 : best / 3);
  return {
    agent: "plain-3",
    sentences: [
      { text: plain, score: best },
      { text: shortened(text), score: other },
    ],
  };
}

/** Sentences of offices, and how people say the same. */
export const PLAIN_WORDS: TaskDemo = {
  name: "plain-words",
  task: "Text2Text",
  labels: [],
  rules: [],
  records: () =>
    linesOf("plain-words.txt").map(([office = "", text = "", plain = ""], index) => ({
      ...demoTaskRecord({
        name: "sentence",
        index,
        text,
        metadata: { office, characters: text.length },
        prediction: predictionOf(text, plain),
        annotation: { agent: "cleo", sentences: [{ text: plain }] },
      }),
      text,
    })),
};
