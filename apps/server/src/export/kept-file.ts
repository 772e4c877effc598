import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Refusal } from "@postil/domain/refusal";
import { parseDocument, type TaskDocument } from "@postil/domain/tasks/task-record";
import type { ExportedRow } from "../storage/exported-rows.ts";
import type { Definition } from "./feedback-file.ts";
import type { TaskDefinition } from "./task-file.ts";
import type { ExportParts } from "./writer.ts";

/**
 * The file that keeps a snapshot: the rows from which each export of the dataset is made, packed with gzip. The first line is
 * the head; each other line is the number of a record, a tab and its row as JSON. They come in the order of the records.
 */
export type Head = Feedback | OfTask;
type Feedback = { readonly version: 1; readonly family: "dataset"; readonly definition: Definition };
type OfTask = { readonly version: 1; readonly family: "task_dataset"; readonly definition: TaskDefinition };

export const headLine = (head: Head): string => `${JSON.stringify(head)}\n`;

/** A row of either family, with JSON as it was stored. */
export const rowLine = (seq: number, row: ExportedRow | TaskDocument): string => `${seq}\t${JSON.stringify(row)}\n`;

export type KeptLine = { readonly seq: number; readonly json: string };

export const feedbackRowOf = ({ json }: KeptLine): ExportedRow => JSON.parse(json) as ExportedRow; // as rowLine wrote it
export const taskRowOf = ({ json }: KeptLine): TaskDocument => parseDocument(json);

export type Kept = { readonly head: Head; readonly lines: AsyncGenerator<KeptLine> };

/** Opens the file of a snapshot. Whoever does not read all of its lines returns them. `missing`: thrown if there is none. */
export async function openKept(path: string, missing = new Refusal("unprocessable", MISSING)): Promise<Kept> {
  const texts = textLines(path, missing);
  const { value } = await texts.next();
  if (value === undefined) throw missing;
  const head = JSON.parse(value) as Head; // as headLine wrote it
  return { head, lines: numbered(texts) };
}

/** It was there when the call began. */
const MISSING = "The file of this snapshot was removed meanwhile";

async function* numbered(texts: AsyncGenerator<string>): AsyncGenerator<KeptLine> {
  for await (const text of texts) {
    const tab = text.indexOf("\t");
    yield { seq: Number(text.slice(0, tab)), json: text.slice(tab + 1) };
  }
}

const LINE_END = 0x0a;

/** Text lines of a file that gzip has packed. A line may be as long as a record. */
async function* textLines(path: string, missing: Refusal): AsyncGenerator<string> {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  // A failure reaches the loop below.
  pipeline(createReadStream(path), unpacked, () => {});
  let rest: Buffer[] = [];
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString("utf8");
        [rest, from] = [[], end + 1];
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw missing;
    throw error;
  } finally {
    unpacked.destroy();
  }
}

/** Characters that are handed on together, as from the database. */
const CHARACTERS = 128 * 1024;

/** The wanted rows of a file, by their place in it, in batches. `runs` ascend. */
export async function* keptRows<Row>(
  path: string,
  runs: Iterable<readonly number[]>,
  read: (line: KeptLine) => Row,
): AsyncGenerator<readonly Row[]> {
  const wanted = flat(runs);
  let next = wanted.next();
  if (next.done) return;
  const { lines } = await openKept(path);
  let rows: Row[] = [];
  let [place, characters] = [0, 0];
  try {
    for await (const line of lines) {
      if (place++ !== next.value) continue;
      rows.push(read(line));
      characters += line.json.length;
      next = wanted.next();
      if (next.done) break;
      if (characters < CHARACTERS) continue;
      yield rows;
      [rows, characters] = [[], 0];
    }
  } finally {
    await lines.return(undefined);
  }
  if (rows.length > 0) yield rows;
}

function* flat(runs: Iterable<readonly number[]>): Generator<number, undefined> {
  for (const run of runs) yield* run;
}

/** What is not wanted of a row goes, as it would not have been read from the database. */
export const wantedOf = (row: ExportedRow, parts: ExportParts): ExportedRow => ({
  record: row.record,
  suggestions: parts.suggestions ? row.suggestions : null,
  responses: parts.responses ? row.responses : null,
  vectors: parts.vectors ? row.vectors : null,
});
