import { gzipSync } from "node:zlib";
import { type ExportShape, isPacked, type LeftOut } from "@postil/domain/exports/export-shape";
import { countBits } from "@postil/domain/queue/bitmap";
import { firstOf, runsOf, type SeqSet } from "../records/seq-set.ts";
import type { StreamPart } from "../storage/store.ts";
import { type ExportParts, type FileWish, newTally, type Rows, type Tally, type Writer } from "./writer.ts";

/** A dataset of either family, opened to export some of its records. */
export type OpenedDataset<Row> = {
  readonly name: string;
  /** The wanted records. */
  readonly set: SeqSet;
  readonly writer: (wish: FileWish, tally: Tally) => Writer<Row>;
  /** The parts of the records that the file is made from. */
  readonly needs: (wish: FileWish) => ExportParts;
  readonly batches: (parts: ExportParts, runs: Iterable<readonly number[]>) => AsyncIterable<readonly Row[]>;
  readonly countsOf: (row: Row) => Omit<Counts, "records">;
  readonly can: Pick<ExportSize, "shapes" | "questions">;
};

/** `total`: number of records that will be looked at. The other numbers count what was done so far. */
export type ExportNote = Counts & Told & { readonly name: string; readonly workspace: string; readonly total: number };

type Counts = { readonly records: number; readonly responses: number; readonly suggestions: number };
type Told = {
  readonly rows: number;
  readonly leftOut: readonly { readonly reason: LeftOut; readonly records: number }[];
  /** Number of cells that got an apostrophe. */
  readonly guarded: number;
};

/** Number of characters or bytes that are sent together: a small number, because data in transit uses memory too. */
const PART = 64 * 1024;

/** A file in parts. The first part has no bytes and announces the content. */
export async function* filePartsOf<Row>(
  { name, set, countsOf, ...opened }: OpenedDataset<Row>,
  workspace: string,
  wish: FileWish,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const encoder = new TextEncoder();
  const tally = newTally();
  let counts: Counts = { records: 0, responses: 0, suggestions: 0 };
  const noteNow = (): ExportNote => ({
    name,
    workspace,
    total: countBits(set),
    ...counts,
    ...told(wish, tally, counts),
  });
  async function* counted(): Rows<Row> {
    for await (const rows of opened.batches(opened.needs(wish), runsOf(set))) {
      counts = withRows(counts, rows.map(countsOf));
      yield rows;
    }
  }
  const pieces = opened.writer(wish, tally)(counted());
  yield { bytes: new Uint8Array(), note: noteNow() };
  let text = "";
  for await (const piece of pieces) {
    if (typeof piece !== "string") {
      // A part of the bytes would be sent with all of them.
      for (let at = 0; at < piece.length; at += PART) yield { bytes: piece.slice(at, at + PART), note: noteNow() };
      continue;
    }
    text += piece;
    if (text.length < PART) continue;
    yield { bytes: encoder.encode(text), note: noteNow() };
    text = "";
  }
  yield { bytes: encoder.encode(text), note: noteNow() };
}

/** The rows of a full export are its records, except those that are too large for its format. */
function told({ shape }: FileWish, { rows, leftOut, guarded }: Tally, { records }: Pick<Counts, "records">): Told {
  const left = [...leftOut].map(([reason, count]) => ({ reason, records: count }));
  const missing = left.reduce((sum, one) => sum + one.records, 0);
  return { rows: shape === "full" ? records - missing : rows, leftOut: left, guarded };
}

function withRows({ records, responses, suggestions }: Counts, rows: readonly Omit<Counts, "records">[]): Counts {
  const sum = (name: "responses" | "suggestions") => rows.reduce((total, row) => total + row[name], 0);
  return {
    records: records + rows.length,
    responses: responses + sum("responses"),
    suggestions: suggestions + sum("suggestions"),
  };
}

/** The content of an export (EXP-04). Responses and suggestions are those of the whole dataset. */
export type ExportSize = Counts &
  Told & {
    readonly people: number;
    readonly agents: number;
    readonly properties: number;
    readonly vectors: readonly { readonly name: string; readonly dimensions: number }[];
    readonly bytes: number;
    readonly vectorBytes: number;
    /** Number of records from which rows and records that are left out are estimated: all of them, or a sample. */
    readonly sampled: number;
    /** The shapes that this dataset can have, and the questions that the wanted one can be of. */
    readonly shapes: readonly ExportShape[];
    readonly questions: readonly string[];
  };

type LikelySize = Omit<ExportSize, keyof Counts | "people" | "agents" | "properties" | "vectors">;

/** Maximum number of records in the sample, and of characters in it, from which the size is estimated. */
const SAMPLE = 100;
const SAMPLE_CHARACTERS = 2 ** 20;
/** People answer the first records first, so what a shape leaves out is seen only in records from everywhere. */
const SPREAD = 2000;

/** Estimates the size of the file and its rows, and the additional size of all vectors of its records. Tells what else it can be. */
export async function likelySize<Row>(
  opened: OpenedDataset<Row>,
  wish: FileWish,
  hasVectors: boolean,
): Promise<LikelySize> {
  const total = countBits(opened.set);
  if (wish.shape !== "full") {
    const seqs = spreadOf(opened.set, SPREAD);
    const { bytes, told, looked } = await sampleOf(opened, wish, seqs);
    const scaled = (count: number) => (looked === 0 ? 0 : Math.round((count * total) / looked));
    const leftOut = told.leftOut.map(({ reason, records }) => ({ reason, records: scaled(records) }));
    const rows = { rows: scaled(told.rows), leftOut, guarded: scaled(told.guarded), sampled: looked };
    return { bytes, vectorBytes: 0, ...rows, ...opened.can };
  }
  const seqs = firstOf(opened.set, SAMPLE);
  const bytesWith = async (vectors: boolean) =>
    (await sampleOf(opened, { ...wish, parts: { ...wish.parts, vectors } }, seqs)).bytes;
  const plain = await bytesWith(false);
  const vectorBytes = hasVectors ? (await bytesWith(true)) - plain : 0;
  const bytes = plain + (wish.parts.vectors ? vectorBytes : 0);
  const guarded =
    wish.format === "csv" && wish.guard ? await likelyGuarded(opened, wish) : { guarded: 0, sampled: total };
  return { bytes, vectorBytes, rows: total, leftOut: [], ...guarded, ...opened.can };
}

/** How many cells of a full CSV get an apostrophe: from records from everywhere, because files are often sorted (EXS-13). */
async function likelyGuarded<Row>(opened: OpenedDataset<Row>, wish: FileWish) {
  const total = countBits(opened.set);
  const plain = { ...wish, parts: { ...wish.parts, vectors: false } };
  const { told, looked } = await sampleOf(opened, plain, spreadOf(opened.set, SPREAD));
  return { guarded: looked === 0 ? 0 : Math.round((told.guarded * total) / looked), sampled: looked };
}

/** Writes some records, and scales the size of the file to all of them. The frame of the file does not grow with them. */
async function sampleOf<Row>(opened: OpenedDataset<Row>, wish: FileWish, seqs: readonly number[]) {
  let looked = 0;
  let [bytes, sample] = [0, ""];
  async function* some(): Rows<Row> {
    for await (const rows of opened.batches(opened.needs(wish), [seqs])) {
      looked += rows.length;
      yield rows;
      if (bytes > SAMPLE_CHARACTERS && wish.shape === "full") return;
    }
  }
  async function* none(): Rows<Row> {}
  const tally = newTally();
  for await (const piece of opened.writer(wish, tally)(some())) {
    bytes += Buffer.byteLength(piece);
    if (typeof piece === "string" && sample.length < SAMPLE_CHARACTERS) sample += piece;
  }
  let frame = 0;
  for await (const piece of opened.writer(wish, newTally())(none())) frame += Buffer.byteLength(piece);
  const shrunk =
    wish.gzip && !isPacked(wish) && sample !== "" ? gzipSync(sample).length / Buffer.byteLength(sample) : 1;
  const scale = looked === 0 ? 0 : countBits(opened.set) / looked;
  const likely = looked === 0 ? 0 : shrunk * (frame + Math.max(0, bytes - frame) * scale);
  return { bytes: Math.round(likely), looked, told: told(wish, tally, { records: looked }) };
}

/**
 * Members of the set from everywhere in it: all of them, or one of each run of so many. Which one differs from run to run, so
 * that records that come in a rhythm are not all of one kind.
 */
function spreadOf(set: SeqSet, most: number): readonly number[] {
  const step = Math.max(1, countBits(set) / most);
  const found: number[] = [];
  let seen = 0;
  const next = () => Math.floor((found.length + (step === 1 ? 0 : (found.length * GOLDEN) % 1)) * step);
  for (const run of runsOf(set)) {
    for (const seq of run) if (seen++ >= next()) found.push(seq);
  }
  return found;
}

/** Its multiples fall evenly, and in no rhythm, between whole numbers. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
