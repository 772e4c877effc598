import { fraction, hashOf } from "../word-vector.ts";
import { demoTaskRecord, linesOf, rounded, type TaskDemo } from "./task-demo.ts";

/** What the model takes for the subject when it is wrong. */
const MISTAKEN_FOR: { readonly [label: string]: string } = {
  Politics: "Business",
  Sport: "Culture",
  Culture: "Politics",
  Weather: "Sport",
  Business: "Politics",
};
const PAPERS = ["Morning Post", "Harbour Gazette", "Valley Herald"];

/** From here on it is wrong. */
const LUCKY = 0.82;

function predictionOf(label: string, text: string) {
  const luck = fraction(text);
  const other = MISTAKEN_FOR[label] ?? label;
  const [first, second] = luck > LUCKY ? [other, label] : [label, other];
  const score = rounded(luck > LUCKY ? 0.45 + (luck - LUCKY) : 0.6 + luck * 0.45);
  const labels = [
    { class: first, score },
    { class: second, score: rounded((1 - score) * 0.7) },
  ];
  return { agent: "subjects-1", labels };
}

/** Headlines of a town that does not exist. */
export const HEADLINES: TaskDemo = {
  name: "headlines",
  task: "TextClassification",
  labels: Object.keys(MISTAKEN_FOR),
  // They overlap and disagree: a council votes about a football club, a chess final moves into the museum.
  rules: [
    { query: 'council OR mayor OR vote OR "town hall"', label: "Politics", description: "Who decides" },
    {
      query: "festival OR museum OR concert OR theatre",
      label: "Culture",
      description: "Where people go in the evening",
    },
    { query: "match OR club OR goal OR final OR football", label: "Sport", description: "Words of the sports pages" },
  ],
  records: () =>
    linesOf("headlines.txt").map(([label = "", text = ""], index) => ({
      ...demoTaskRecord({
        name: "headline",
        index,
        text,
        metadata: {
          paper: PAPERS[hashOf(`paper ${text}`) % PAPERS.length],
          words: text.split(" ").length,
          printed: `2024-05-${String(1 + (hashOf(`day ${text}`) % 28)).padStart(2, "0")}`,
        },
        prediction: predictionOf(label, text),
        annotation: { agent: "ada", labels: [{ class: label }] },
      }),
      inputs: { headline: text },
    })),
};
