import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createRandom, spread } from "./random.ts";

/** The source of one bench record. */
export type Row = {
  readonly text: string;
  readonly label: string;
  readonly words: number;
  readonly predictions: readonly { readonly label: string; readonly score: number }[];
  /** 64 numbers. */
  readonly vector: readonly number[];
};

/**
 * Thirteen thousand short texts with labels, predictions and vectors. They come from `banking77.jsonl.gz` (in
 * POSTIL_BENCH_DATA, else in `shared/data` beside the checkout). Without that file, they are made from the demo's sentences.
 */
export function readRows(): readonly Row[] {
  const folder = process.env.POSTIL_BENCH_DATA ?? new URL("../../../shared/data", import.meta.url).pathname;
  const file = `${folder}/banking77.jsonl.gz`;
  if (!existsSync(file)) return makeRows();
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Row);
}

const ROWS = 13_083;
const LABELS = 77;
const DIMENSIONS = 64;
const MESSAGES = new URL("../../apps/server/src/demo/messages.jsonl", import.meta.url);

/** Makes rows of one to three sentences, so that words are as frequent as in real texts. */
function makeRows(): Row[] {
  const random = createRandom(77);
  const messages = readFileSync(MESSAGES, "utf8").trimEnd().split("\n");
  const sentences = messages.flatMap((line) => String(JSON.parse(line)[4]).match(/[^.!?\n]+[.!?]*/g) ?? []);
  const pick = (count: number) => Math.floor(random() * count);
  return Array.from({ length: ROWS }, () => {
    const chosen = Array.from({ length: 1 + pick(3) }, () => sentences[pick(sentences.length)]?.trim() ?? "");
    const text = chosen.join(" ");
    const label = pick(LABELS);
    const predictions = [0, 1, 2].map((rank) => ({
      label: `intent_${(label + rank * pick(2)) % LABELS}`,
      score: Math.round((random() * 1e4) / (1 + 3 * rank)) / 1e4,
    }));
    const vector = Array.from({ length: DIMENSIONS }, () => Math.round(spread(random) * 1e4) / 1e4);
    return { text, label: `intent_${label}`, words: text.split(" ").length, predictions, vector };
  });
}
