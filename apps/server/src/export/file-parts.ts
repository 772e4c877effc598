import { gzipSync } from "node:zlib";
import { countBits } from "@postil/domain/queue/bitmap";
import { firstOf, runsOf, type SeqSet } from "../records/seq-set.ts";
import type { StreamPart } from "../storage/store.ts";
import type { ExportFormat, ExportParts, Writer } from "./writer.ts";

/** What is wanted of a file. */
export type FileWish = { readonly format: ExportFormat; readonly parts: ExportParts };

/** A dataset of either family, opened to export some of its records. */
export type OpenedDataset<Row> = {
  readonly name: string;
  /** The wanted records. */
  readonly set: SeqSet;
  /** JSON of the dataset's definition. */
  readonly definition: string;
  readonly writer: (wish: FileWish) => Writer<Row>;
  /** Reads records in batches. */
  readonly batches: (parts: ExportParts, runs: Iterable<readonly number[]>) => AsyncIterable<readonly Row[]>;
};

/** `total`: number of records that will be written. The other numbers count what is written so far. */
export type ExportNote = Counts & { readonly name: string; readonly workspace: string; readonly total: number };

type Counts = { readonly records: number; readonly responses: number; readonly suggestions: number };

/** Number of characters that are sent together: a small number, because data in transit uses memory too. */
const PART = 64 * 1024;

/** A file in parts. The first part has no bytes and announces the content. */
export async function* filePartsOf<Row>(
  { name, set, definition, ...opened }: OpenedDataset<Row>,
  workspace: string,
  wish: FileWish,
  countsOf: (row: Row) => Omit<Counts, "records">,
): AsyncGenerator<StreamPart<ExportNote>, void> {
  const encoder = new TextEncoder();
  const writer = opened.writer(wish);
  let note: ExportNote = { name, workspace, total: countBits(set), records: 0, responses: 0, suggestions: 0 };
  let text = writer.begin;
  let unwritten: string | null = definition;
  yield { bytes: new Uint8Array(), note };
  for await (const rows of opened.batches(wish.parts, runsOf(set))) {
    note = { ...note, ...withRows(note, rows.map(countsOf)) };
    for await (const piece of writer.write(rows, unwritten)) {
      text += piece;
      if (text.length < PART) continue;
      yield { bytes: encoder.encode(text), note };
      text = "";
    }
    unwritten = null;
  }
  for await (const piece of writer.write([], unwritten)) text += piece;
  yield { bytes: encoder.encode(text), note };
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
export type ExportSize = Counts & {
  readonly people: number;
  readonly agents: number;
  readonly properties: number;
  readonly vectors: readonly { readonly name: string; readonly dimensions: number }[];
  readonly bytes: number;
  readonly vectorBytes: number;
};

export type SizeWish = FileWish & { readonly gzip: boolean };

/** Maximum number of records in the sample, and of characters in it, from which the size is estimated. */
const SAMPLE = 100;
const SAMPLE_CHARACTERS = 2 ** 20;

/** Estimates the size of the file, and the additional size of all vectors of its records. */
export async function likelyBytes<Row>(
  { set, writer: writerFor, batches }: OpenedDataset<Row>,
  { gzip, ...wish }: SizeWish,
  hasVectors: boolean,
): Promise<Pick<ExportSize, "bytes" | "vectorBytes">> {
  const seqs = firstOf(set, SAMPLE);
  const bytesWith = async (vectors: boolean) => {
    const parts = { ...wish.parts, vectors };
    const writer = writerFor({ ...wish, parts });
    let sample = "";
    let bytes = 0;
    let written = 0;
    for await (const rows of batches(parts, [seqs])) {
      for await (const piece of writer.write(rows, null)) {
        bytes += Buffer.byteLength(piece);
        if (sample.length < SAMPLE_CHARACTERS) sample += piece;
      }
      written += rows.length;
      if (bytes > SAMPLE_CHARACTERS) break;
    }
    const shrunk = gzip ? gzipSync(sample).length / Buffer.byteLength(sample) : 1;
    return written === 0 ? 0 : Math.round((shrunk * bytes * countBits(set)) / written);
  };
  const plain = await bytesWith(false);
  const vectorBytes = hasVectors ? (await bytesWith(true)) - plain : 0;
  return { bytes: plain + (wish.parts.vectors ? vectorBytes : 0), vectorBytes };
}
