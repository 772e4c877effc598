import { gzipSync } from "node:zlib";
import { countBits } from "@postil/domain/queue/bitmap";
import { firstOf, type SeqSet } from "../records/seq-set.ts";
import type { ExportParts, Writer } from "./writer.ts";

/** The content of an export. Responses and suggestions are those of the whole dataset. */
export type ExportSize = {
  readonly records: number;
  readonly responses: number;
  readonly people: number;
  readonly suggestions: number;
  readonly agents: number;
  readonly properties: number;
  readonly vectors: readonly { readonly name: string; readonly dimensions: number }[];
  readonly bytes: number;
  readonly vectorBytes: number;
};

type Sample<Row> = { readonly writer: Writer<Row>; readonly batches: AsyncIterable<readonly Row[]> };

/** Maximum number of records in the sample, and of characters in it, from which the size is estimated. */
const SAMPLE = 100;
const SAMPLE_CHARACTERS = 2 ** 20;

/** Estimates the size of the file for these records, and the additional size of all their vectors. */
export async function likelyBytes<Row>(
  set: SeqSet,
  { parts, gzip }: { readonly parts: ExportParts; readonly gzip: boolean },
  hasVectors: boolean,
  sampleOf: (parts: ExportParts, seqs: readonly number[]) => Sample<Row>,
): Promise<Pick<ExportSize, "bytes" | "vectorBytes">> {
  const seqs = firstOf(set, SAMPLE);
  const bytesWith = async (vectors: boolean) => {
    const { writer, batches } = sampleOf({ ...parts, vectors }, seqs);
    let sample = "";
    let bytes = 0;
    let written = 0;
    for await (const rows of batches) {
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
  return { bytes: plain + (parts.vectors ? vectorBytes : 0), vectorBytes };
}
