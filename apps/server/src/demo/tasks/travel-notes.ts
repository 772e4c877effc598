import { fraction, hashOf } from "../word-vector.ts";
import { demoTaskRecord, linesOf, rounded, type TaskDemo } from "./task-demo.ts";

const LABELS = ["PERSON", "PLACE", "ORGANISATION", "DATE"];
const TRAVELLERS = ["Nora", "Emil", "Sana"];

type Marked = { readonly start: number; readonly end: number; readonly label: string };

/** `[Ana|PERSON] flies`: the text and what is marked in it, in code points. */
export function readMarked(line: string): { readonly text: string; readonly entities: readonly Marked[] } {
  let text = "";
  const entities: Marked[] = [];
  for (const [, words, label, between] of line.matchAll(/\[([^|\]]+)\|([A-Z]+)\]|([^[]+)/g)) {
    const start = Array.from(text).length;
    text += words ?? between ?? "";
    if (label !== undefined) entities.push({ start, end: Array.from(text).length, label });
  }
  return { text, entities };
}

/** Words with the dots, dashes and marks inside of them, and every other mark by itself. */
export const tokensOf = (text: string): string[] =>
  text.match(/[\p{L}\p{N}]+(?:['.-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu) ?? [];

/** Some are overlooked, some taken for something else. */
function predictionOf(text: string, entities: readonly Marked[]) {
  const seen = entities.flatMap((entity) => {
    const luck = fraction(`${entity.start} ${text}`);
    if (luck > 0.88) return [];
    const wrong = LABELS[(LABELS.indexOf(entity.label) + 1) % LABELS.length] ?? entity.label;
    return [
      {
        ...entity,
        label: luck > 0.78 ? wrong : entity.label,
        score: rounded(luck > 0.78 ? 0.4 + luck / 10 : 0.7 + luck / 3),
      },
    ];
  });
  return { agent: "spans-2", entities: seen };
}

export const TRAVEL_NOTES: TaskDemo = {
  name: "travel-notes",
  task: "TokenClassification",
  labels: LABELS,
  rules: [],
  records: () =>
    linesOf("travel-notes.txt").map(([line = ""], index) => {
      const { text, entities } = readMarked(line);
      const metadata = {
        traveller: TRAVELLERS[hashOf(`who ${text}`) % TRAVELLERS.length],
        page: 1 + Math.floor(index / 4),
      };
      const prediction = predictionOf(text, entities);
      const annotation = { agent: "ben", entities };
      return {
        ...demoTaskRecord({ name: "note", index, text, metadata, prediction, annotation }),
        text,
        tokens: tokensOf(text),
      };
    }),
};
