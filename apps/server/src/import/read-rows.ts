import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { getHeapStatistics } from "node:v8";
import { createGunzip } from "node:zlib";
import { StartFailure } from "../start-failure.ts";
import { type BrokenLines, decode } from "./decode.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readTokenColumns, understandTokens } from "./read-tokens.ts";
import { once, type Reading, type ReadRow, type Row, type Source, type SourceForm } from "./row.ts";
import { understandTable } from "./table-form.ts";
import type { FileWishes } from "./wishes.ts";

const NAME = /^(?<stem>.+)\.(?<ending>jsonl|ndjson|json|csv|tsv|conllu?|bio|iob2?)(?<zipped>\.gz)?$/i;

/** Unsupported formats, and what the user can do about them. */
const OTHERS: readonly (readonly [ending: RegExp, says: string])[] = [
  [/\.(?:xlsx?|ods)$/i, "is a spreadsheet's own format: save it as CSV, and import that."],
  [
    /\.(?:parquet|arrow|feather)$/i,
    'is a format of columns that is not read: save it as JSON Lines, in Python with df.to_json("rows.jsonl", orient="records", lines=True), and import that.',
  ],
  [/\.zip$/i, "is an archive: unpack it, and import the file in it."],
];

/** The bounds of a file that somebody sent: a small one may unpack into a huge one, and one line may be all of it. */
export type SourceBounds = {
  /** The unpacked size, bytes. */
  readonly bytes: number;
  /** The longest line, bytes. */
  readonly line: number;
  readonly columns: number;
};

/** What the name of a file says. Throws a `StartFailure` with what to do if it says no format that is read. */
export function formatOfName(file: string) {
  const { stem, ending = "", zipped } = NAME.exec(basename(file))?.groups ?? {};
  const other = OTHERS.find(([pattern]) => pattern.test(file));
  if (other) throw new StartFailure(`${file} ${other[1]}`);
  if (stem === undefined) {
    throw new StartFailure(
      `${file} has a name that tells no format: it must end in .jsonl, .ndjson, .json, .csv or .tsv, each also with .gz, or in .conll, .bio or .iob for tokens in columns.`,
    );
  }
  const format: Source["format"] = /^[ct]sv$/i.test(ending) ? "csv" : /json/i.test(ending) ? "jsonl" : "columns";
  return { stem, ending, zipped, format };
}

/** A file on the disk. `name`: what people call it. */
export type FileAt = { readonly path: string; readonly name: string; readonly bounds: SourceBounds | null };

/** Takes the kind of a file from its name. How it is read comes from options, or else from its lines. */
export const openSource = (file: string, wishes: FileWishes): Source =>
  openSourceAt({ path: file, name: file, bounds: null }, wishes);

export function openSourceAt({ path, name: file, bounds }: FileAt, wishes: FileWishes): Source {
  const { stem, ending, zipped, format } = formatOfName(file);
  const broken: BrokenLines = new Set();
  let characters = 0;
  let form: SourceForm = { encoding: null, separator: null, quote: null, header: null };
  const note = (encoding: string) => {
    form = { ...form, encoding };
  };
  const fits = () => characters <= MOST_KEPT;
  async function* decoded() {
    characters = 0;
    for await (const piece of decode(
      bounded(bytesOf(path, zipped !== undefined), bounds),
      wishes.encoding,
      broken,
      note,
    )) {
      characters += piece.length;
      yield piece;
    }
  }
  const text = format === "jsonl" ? decoded : readOnce(decoded, fits);
  const table = once(() => understandTable(text, wishes, ending.toLowerCase(), bounds?.columns));
  const tokens = once(() => understandTokens(text, wishes));
  let words: readonly string[] = [];
  async function* read(reading: Reading): AsyncGenerator<ReadRow> {
    if (format === "jsonl") return yield* readJson(text(), reading, broken);
    if (format === "csv") {
      const understood = reading === "exact" ? null : await table();
      words = understood?.words ?? words;
      if (understood) {
        const { separator, quote, header } = understood;
        form = { ...form, separator, quote, header };
      }
      return yield* readCsv(text(), understood, broken);
    }
    const columns = await tokens();
    words = columns.words;
    yield* readTokenColumns(text(), columns, broken);
  }
  const shape = createShape(wishes);
  const rows = {
    guessed: readOnce(() => explained(file, read("guessed"), shape), fits),
    exact: readOnce(() => explained(file, read("exact"), (row) => row), fits),
  };
  return { format, file, stem, rows: (reading = "guessed") => rows[reading](), words: () => words, form: () => form };
}

/**
 * The number of characters up to which the text and rows of a file are kept in memory. A larger file is read again in each
 * step. Rows take up to 22 times their text (short cells, with lists among them), so at most a fifth of the memory.
 */
const MOST_KEPT = Math.min(32 * 2 ** 20, getHeapStatistics().heap_size_limit / 128);

/**
 * Yields the same items as `read`, as often as needed, from a single reading. Items are kept only after a complete reading
 * that `fits` into memory; otherwise each call reads again as a stream.
 */
export function readOnce<T>(read: () => AsyncGenerator<T>, fits: () => boolean): () => AsyncGenerator<T> {
  let kept: readonly T[] | null = null;
  return async function* again() {
    if (kept) return yield* kept;
    // Null once something did not fit: a part is never kept for the whole.
    let items: T[] | null = [];
    for await (const item of read()) {
      if (items && fits()) items.push(item);
      else items = null;
      yield item;
    }
    if (items && fits()) kept = items;
  };
}

async function* bytesOf(file: string, zipped: boolean): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(file);
  if (!zipped) return yield* raw;
  const plain = createGunzip();
  // Without this, an unreadable file would leave the reader waiting forever.
  raw.once("error", (error) => plain.destroy(error));
  yield* raw.pipe(plain);
}

const LINE_FEED = 10;

async function* bounded(bytes: AsyncIterable<Uint8Array>, bounds: SourceBounds | null): AsyncGenerator<Uint8Array> {
  let [all, line] = [0, 0];
  for await (const chunk of bytes) {
    if (bounds) {
      all += chunk.length;
      const end = chunk.lastIndexOf(LINE_FEED) + 1;
      line = end === 0 ? line + chunk.length : chunk.length - end;
      if (all > bounds.bytes)
        throw new StartFailure(
          `The file unpacks into more than ${megabytes(bounds.bytes)}: take it apart into smaller files.`,
        );
      if (line > bounds.line)
        throw new StartFailure(
          `A line of the file is longer than ${megabytes(bounds.line)}: write each record on a line of its own.`,
        );
    }
    yield chunk;
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20).toLocaleString("en")} MB`;

const UNREADABLE: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  Z_DATA_ERROR: "it is not gzip, though its name ends in .gz",
  Z_BUF_ERROR: "it ends in the middle: the gzip file is cut off",
};

/** Turns failures of the whole file into readable messages. */
async function* explained(
  file: string,
  rows: AsyncGenerator<ReadRow>,
  shape: (read: ReadRow) => ReadRow,
): AsyncGenerator<ReadRow> {
  try {
    for await (const read of rows) yield shape(read);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = UNREADABLE[code];
    if (why === undefined) throw error;
    throw new StartFailure(`${file} cannot be read: ${why}.`);
  }
}

/** Applies the options about cells to any file format: missing values, blanks, several labels in one cell, nested members. */
function createShape(wishes: FileWishes): (read: ReadRow) => ReadRow {
  const missing = new Set(wishes.missing);
  const { trim, labelSeparator, paths } = wishes;
  const labels = new Set(wishes.labelColumns.map((name) => name.toLowerCase()));
  if (missing.size === 0 && !trim && labelSeparator === null && paths.length === 0) return (read) => read;

  const shapedValue = (name: string, given: unknown): unknown => {
    if (typeof given !== "string") return given;
    const text = trim ? given.trim() : given;
    if (text === "" || missing.has(text)) return null;
    if (labelSeparator === null || !labels.has(name.toLowerCase())) return text;
    return text
      .split(labelSeparator)
      .map((one) => one.trim())
      .filter((one) => one !== "");
  };
  const shaped = (row: Row): Row => {
    const nested = paths.flatMap((path) => {
      const value = Object.hasOwn(row, path) ? undefined : memberAt(row, path.split("."));
      return value === undefined ? [] : [[path, value] as const];
    });
    const members = [...Object.entries(row), ...nested];
    return Object.fromEntries(members.map(([name, value]) => [name, shapedValue(name, value)]));
  };
  return (read) => {
    if ("fault" in read) return read;
    const { exact } = read;
    return { ...read, row: shaped(read.row), ...(exact ? { exact: once(() => shaped(exact())) } : {}) };
  };
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return memberAt((value as Row)[name], rest); // the member exists
}
