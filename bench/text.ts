import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { IndexedTexts } from "../apps/server/src/storage/engine.ts";
import { engineOver } from "../apps/server/src/storage/sqlite/engine.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { ms, stats } from "./lib/stats.ts";
import { type Form, openBlocks, openFts5, textMaker } from "./lib/text-forms.ts";
import { type TextAnswer, type TextQuestion, textQuestions } from "./lib/text-questions.ts";
import { BLOCK } from "./lib/word-blocks.ts";

/**
 * Two forms of the text index on SQLite over the same texts: words in blocks (`bench/lib/block-index.ts`), beside FTS5, which
 * the store uses. Both work in this process in turns, so that other work on the machine disturbs both alike, and only processor
 * time is measured. So waiting for the disk does not count, which favours blocks: they write more.
 */

/** Adding whole blocks is measured up to this size. */
const MOST_WHOLE = 100_000;
const SLOWER = 1.1;
const LIKE_FTS5 = "at most 10 % more than FTS5";

export async function benchText(sizes: readonly number[]): Promise<void> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    for (const measure of size > MOST_WHOLE ? [figuresOf] : [figuresOf, wholeBlockFigures]) {
      const found = await withForms((blocks, fts5) => measure(size, blocks, fts5));
      figures.push(
        ...found.map((figure) => ({
          ...figure,
          what: `${size.toLocaleString("en")} records, processor time: ${figure.what}`,
        })),
      );
    }
  }
  writeReport("text", figures);
}

async function withForms<T>(work: (blocks: Form, fts5: Form) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "postil-text-"));
  const [blocks, fts5] = [await openBlocks(folder), await openFts5(folder)];
  try {
    return await work(blocks, fts5);
  } finally {
    blocks.close();
    fts5.close();
    rmSync(folder, { recursive: true });
  }
}

async function figuresOf(size: number, blocks: Form, fts5: Form): Promise<Figure[]> {
  const figures: Figure[] = [];
  const say = (figure: Figure) => {
    figures.push(figure);
    console.log(`   ${figure.what}: ${figure.figure}; ${figure.floor}${figure.met ? "" : "; not met"}`);
  };
  const textOf = textMaker();
  const { counted, words, ...filled } = await fill({ size, batch: BATCH }, blocks, fts5, textOf);
  const different = `${words.toLocaleString("en")} words, ${counted.size.toLocaleString("en")} different ones`;
  say(rateFigure(`added ${BATCH} at a time, ${different}`, size, filled));
  const sizes = { blocks: blocks.bytes(), fts5: fts5.bytes() };
  const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  say({
    what: "bytes on disk",
    figure: mib(sizes.blocks),
    floor: mib(sizes.fts5),
    target: LIKE_FTS5,
    met: sizes.blocks <= sizes.fts5 * SLOWER,
  });
  const asking = {
    blocks: blocks.openToRead(),
    fts5: engineOver(fts5.openToRead()),
    counted,
    total: { records: size, words },
  };
  for (const question of await textQuestions(asking)) say(await askBoth(question));
  const change = await changeSome(size, blocks, fts5, textOf);
  say(figureOf("one record written again", change, {}));
  return figures;
}

/**
 * Each block is written once and never read, as if the texts of the last block were kept aside until it is full: blocks cannot
 * be added faster.
 */
async function wholeBlockFigures(size: number, blocks: Form, fts5: Form): Promise<Figure[]> {
  const filled = await fill({ size, batch: BLOCK }, blocks, fts5, textMaker());
  const figure = rateFigure(`added ${BLOCK.toLocaleString("en")} at a time, whole blocks`, size, filled);
  console.log(`   ${figure.what}: ${figure.figure}; ${figure.floor}`);
  return [figure];
}

function rateFigure(what: string, size: number, taken: { readonly blocks: number; readonly fts5: number }): Figure {
  const rate = (ms: number) => `${Math.round((size / ms) * 1000).toLocaleString("en")} records a second`;
  const met = taken.blocks <= taken.fts5 * SLOWER;
  return { what, figure: rate(taken.blocks), floor: rate(taken.fts5), target: LIKE_FTS5, met };
}

/** Records per transaction, as in a bulk call. */
const BATCH = 500;

async function fill(
  { size, batch }: { readonly size: number; readonly batch: number },
  blocks: Form,
  fts5: Form,
  textOf: (seq: number) => string,
) {
  const counted = new Map<string, number>();
  const taken = { words: 0, blocks: 0, fts5: 0 };
  for (let from = 0; from < size; from += batch) {
    const length = Math.min(batch, size - from);
    const rows = Array.from({ length }, (_, at): IndexedTexts => [from + at, textOf(from + at)]);
    for (const [, text = ""] of rows) {
      const words = text.split(" ");
      taken.words += words.length;
      for (const word of new Set(words)) counted.set(word, (counted.get(word) ?? 0) + 1);
    }
    taken.blocks += await timeOf(() => blocks.add(rows));
    taken.fts5 += await timeOf(() => fts5.add(rows));
  }
  return { counted, ...taken };
}

/** Processor time of this process, ms. Nothing else runs in it, and what is read is in the system's cache. */
async function timeOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

type Samples = { readonly blocks: number[]; readonly fts5: number[]; readonly inMemory: number[] };
const noSamples = (): Samples => ({ blocks: [], fts5: [], inMemory: [] });

const RUNS = 60;
const LEAST_RUNS = 12;
const LONGEST_MS = 6000;

async function askBoth(question: TextQuestion): Promise<Figure> {
  const { what, ofBlocks, ofFts5, inMemory, ...bound } = question;
  const [mine, others] = [ofBlocks(), await ofFts5()];
  if (!agree(mine, others)) throw new Error(`${what}: the two forms answer differently.`);
  const samples = noSamples();
  const begun = performance.now();
  for (let run = 0; run < RUNS && (run < LEAST_RUNS || performance.now() - begun < LONGEST_MS); run++) {
    samples.blocks.push(await timeOf(ofBlocks));
    samples.fts5.push(await timeOf(ofFts5));
    if (inMemory) samples.inMemory.push(await timeOf(inMemory));
  }
  const { count } = answered(mine);
  return figureOf(`${what}, ${count.toLocaleString("en")} found`, samples, bound);
}

function answered(answer: TextAnswer) {
  if (typeof answer === "number") return { count: answer, seqs: [], scores: [] };
  const { seqs, scores } = "scores" in answer ? answer : { seqs: answer, scores: [] };
  return { count: seqs.length, seqs: Array.from(seqs), scores: Array.from(scores) };
}

/** FTS5 scores only the first matches, and its scores arrive as multiples of this. */
const SCORE_UNIT = 1e-9;

function agree(one: TextAnswer, other: TextAnswer): boolean {
  const [mine, wanted] = [answered(one), answered(other)];
  const differs = (score: number, at: number) => Math.abs(score - (mine.scores[at] ?? 0)) > SCORE_UNIT;
  return mine.count === wanted.count && isDeepStrictEqual(mine.seqs, wanted.seqs) && !wanted.scores.some(differs);
}

const CHANGES = 100;

/** One record in a transaction: a person or a program has corrected its text. */
async function changeSome(size: number, blocks: Form, fts5: Form, textOf: (seq: number) => string): Promise<Samples> {
  const samples = noSamples();
  for (let run = 0; run < CHANGES; run++) {
    const rows: IndexedTexts[] = [[(run * 7919) % size, textOf(size + run)]];
    samples.blocks.push(await timeOf(() => blocks.change(rows)));
    samples.fts5.push(await timeOf(() => fts5.change(rows)));
  }
  return samples;
}

function figureOf(
  what: string,
  samples: Samples,
  { most = Number.POSITIVE_INFINITY }: { readonly most?: number },
): Figure {
  const [taken, floor] = [stats(samples.blocks), stats(samples.fts5)];
  const kept = samples.inMemory.length > 0 ? `; counts in memory ${ms(stats(samples.inMemory).p50)}` : "";
  return {
    what,
    figure: `p50 ${ms(taken.p50)}, p95 ${ms(taken.p95)}`,
    floor: `p50 ${ms(floor.p50)}, p95 ${ms(floor.p95)}${kept}`,
    target: most < Number.POSITIVE_INFINITY ? `${LIKE_FTS5}, under ${most} ms` : LIKE_FTS5,
    met: taken.p50 <= floor.p50 * SLOWER && taken.p50 < most,
  };
}
