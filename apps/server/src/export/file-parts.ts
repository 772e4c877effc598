import type { StreamPart } from "../storage/store.ts";
import type { Writer } from "./writer.ts";

/** `total`: number of records that will be written. The other numbers count what is written so far. */
export type ExportNote = {
  readonly name: string;
  readonly workspace: string;
  readonly total: number;
  readonly records: number;
  readonly responses: number;
  readonly suggestions: number;
};

export type FileToMake<Row> = {
  readonly name: string;
  readonly workspace: string;
  readonly total: number;
  readonly batches: AsyncIterable<readonly Row[]>;
  readonly writer: Writer<Row>;
  /** JSON of the dataset's definition. */
  readonly definition: string;
  readonly countsOf: (row: Row) => Pick<ExportNote, "responses" | "suggestions">;
};

/** Number of characters that are sent together: a small number, because data in transit uses memory too. */
const PART = 64 * 1024;

/** A file in parts. The first part has no bytes and announces the content. */
export async function* filePartsOf<Row>(file: FileToMake<Row>): AsyncGenerator<StreamPart<ExportNote>, void> {
  const { name, workspace, total, batches, writer, definition, countsOf } = file;
  const encoder = new TextEncoder();
  let note: ExportNote = { name, workspace, total, records: 0, responses: 0, suggestions: 0 };
  let text = writer.begin;
  let unwritten: string | null = definition;
  yield { bytes: new Uint8Array(), note };
  for await (const rows of batches) {
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

type Counts = Pick<ExportNote, "records" | "responses" | "suggestions">;

function withRows({ records, responses, suggestions }: Counts, rows: readonly Omit<Counts, "records">[]): Counts {
  const sum = (name: "responses" | "suggestions") => rows.reduce((total, row) => total + row[name], 0);
  return {
    records: records + rows.length,
    responses: responses + sum("responses"),
    suggestions: suggestions + sum("suggestions"),
  };
}
