import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import { StartFailure } from "../start-failure.ts";
import { decode } from "./decode.ts";
import { readCsv } from "./read-csv.ts";
import { readJsonLines } from "./read-json-lines.ts";
import { readTokenColumns } from "./read-token-columns.ts";
import type { Reading, ReadRow } from "./row.ts";

export type Source = {
  readonly format: "csv" | "jsonl" | "columns";
  readonly file: string;
  /** The file's name without its endings, for the dataset's name. */
  readonly stem: string;
  /** Reads the file from its beginning, as a stream: it may be larger than the memory. */
  rows(reading?: Reading): AsyncGenerator<ReadRow>;
};

const NAME = /^(?<stem>.+)\.(?<ending>jsonl|ndjson|csv|tsv|conll|bio|iob2?)(?<zipped>\.gz)?$/i;

/** What kind of file this is, by its name; `encoding` is what its text is in where no mark at its beginning says. */
export function openSource(file: string, encoding: string | null = null): Source {
  const { stem, ending = "", zipped } = NAME.exec(basename(file))?.groups ?? {};
  if (/\.(?:xlsx?|ods)$/i.test(file))
    throw new StartFailure(`${file} is a spreadsheet's own format: save it as CSV, and import that.`);
  if (stem === undefined) {
    throw new StartFailure(
      `${file} has a name that tells no format: it must end in .jsonl, .ndjson, .csv or .tsv, each also with .gz, or in .conll, .bio or .iob for tokens in columns.`,
    );
  }
  const format = /^[ct]sv$/i.test(ending) ? "csv" : /^(?:jsonl|ndjson)$/i.test(ending) ? "jsonl" : "columns";
  const read = READERS[format];
  return {
    format,
    file,
    stem,
    rows: (reading = "guessed") =>
      explained(file, read(decode(bytesOf(file, zipped !== undefined), encoding), reading)),
  };
}

const READERS = { csv: readCsv, jsonl: readJsonLines, columns: readTokenColumns } as const;

async function* bytesOf(file: string, zipped: boolean): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(file);
  if (!zipped) return yield* raw;
  const plain = createGunzip();
  // Without this an unreadable file would leave the other end waiting.
  raw.once("error", (error) => plain.destroy(error));
  yield* raw.pipe(plain);
}

const UNREADABLE: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  Z_DATA_ERROR: "it is not gzip, though its name ends in .gz",
  Z_BUF_ERROR: "it ends in the middle: the gzip file is cut off",
};

/** Failures of the file as a whole, in words. */
async function* explained(file: string, rows: AsyncGenerator<ReadRow>): AsyncGenerator<ReadRow> {
  try {
    yield* rows;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = UNREADABLE[code];
    if (why === undefined) throw error;
    throw new StartFailure(`${file} cannot be read: ${why}.`);
  }
}
