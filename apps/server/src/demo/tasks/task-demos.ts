import { readFileSync } from "node:fs";
import type { Task } from "@postil/domain/datasets/dataset";
import type { TaskRecordToFill } from "../../client/fill.ts";
import { fraction, hashOf, rounded, wordVector } from "../word-vector.ts";

type TaskDemo = {
  readonly name: string;
  readonly task: Task;
  /** In the order in which they are offered; none for texts that are written. */
  readonly labels: readonly string[];
  readonly rules: readonly { readonly query: string; readonly label: string; readonly description: string }[];
  readonly records: () => readonly TaskRecordToFill[];
};

/** Lines of a file beside this one, in columns. */
const linesOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

const VECTOR_DIMENSIONS = 32;
/** Shares of the records that somebody has looked at. */
const VALIDATED = 0.4;
const DISCARDED = 0.05;

type Facts = {
  readonly name: string;
  readonly index: number;
  readonly text: string;
  readonly metadata: object;
  readonly prediction: object | null;
  /** What is right, and who would say so. */
  readonly annotation: object;
};

/** A record of which a model thinks something and, of some, a person too. */
function demoTaskRecord({ name, index, text, annotation, prediction, metadata }: Facts): TaskRecordToFill {
  const looked = fraction(`looked at ${text}`);
  const isValidated = looked < VALIDATED;
  return {
    id: `${name}-${String(index + 1).padStart(3, "0")}`,
    metadata,
    vectors: { words: { value: wordVector(text, VECTOR_DIMENSIONS) } },
    ...(prediction ? { prediction } : {}),
    ...(isValidated ? { annotation, status: "Validated" } : {}),
    ...(!isValidated && looked < VALIDATED + DISCARDED ? { status: "Discarded" } : {}),
  };
}

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

function subjectOf(label: string, text: string) {
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
        prediction: subjectOf(label, text),
        annotation: { agent: "ada", labels: [{ class: label }] },
      }),
      inputs: { headline: text },
    })),
};

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
function spansOf(text: string, entities: readonly Marked[]) {
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

const TRAVEL_NOTES: TaskDemo = {
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
      const prediction = spansOf(text, entities);
      const annotation = { agent: "ben", entities };
      return {
        ...demoTaskRecord({ name: "note", index, text, metadata, prediction, annotation }),
        text,
        tokens: tokensOf(text),
      };
    }),
};

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
function rewordingOf(text: string, plain: string) {
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
const PLAIN_WORDS: TaskDemo = {
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
        prediction: rewordingOf(text, plain),
        annotation: { agent: "cleo", sentences: [{ text: plain }] },
      }),
      text,
    })),
};

export const TASK_DEMOS: readonly TaskDemo[] = [HEADLINES, TRAVEL_NOTES, PLAIN_WORDS];
