import { basename } from "node:path";
import { getHeapStatistics } from "node:v8";
import { StartFailure } from "../start-failure.ts";
import { type BrokenLines, decode } from "./decode.ts";
import { onlyTableIn } from "./formats/archive.ts";
import { bytesAt, megabytes, type Place, unpacksBeyond } from "./formats/unpack.ts";
import { readCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { isTokenColumns, readTokenColumns, understandTokens } from "./read-tokens.ts";
import {
  type Batches,
  inBatches,
  NOTHING_DECLARED,
  once,
  oneByOne,
  PLACE,
  type Reading,
  type ReadRow,
  type Row,
  type RowNumbers,
  refusedHead,
  type Source,
  type SourceForm,
  sizeOf,
  valueIn,
} from "./row.ts";
import { createShapes } from "./shapes/recognize.ts";
import { createRowParts } from "./shapes/row-parts.ts";
import { understandTable } from "./table-form.ts";
import type { FileWishes } from "./wishes.ts";

const NAME = /^(?<stem>.+)\.(?<ending>jsonl|ndjson|json|csv|tsv|xlsx|parquet|conllu?|bio|iob2?)(?<zipped>\.gz)?$/i;
const ARCHIVE = /^(?<stem>.+)\.zip$/i;

/** Unsupported formats, and what the user can do about them. */
const OTHERS: readonly (readonly [ending: RegExp, says: string])[] = [
  [
    /\.(?:xls[bm]?|xlt[xm]?|ods|numbers)$/i,
    "is a spreadsheet of a kind that is not read: save it as xlsx or CSV, and import that.",
  ],
  [
    /\.(?:arrow|feather|orc|avro)$/i,
    'is a format of columns that is not read: save it as Parquet, in Python with df.to_parquet("rows.parquet"), and import that.',
  ],
  [
    /\.(?:7z|rar|tar|tgz|tar\.gz|bz2|xz|zst)$/i,
    "is an archive of a kind that is not read: unpack it, and import the file in it.",
  ],
];

/** The bounds of a file that somebody sent: a small one may unpack into a huge one, and one line may be all of it. */
export type SourceBounds = {
  /** The unpacked size, bytes. */
  readonly bytes: number;
  /** The longest line, bytes. */
  readonly line: number;
  readonly columns: number;
};

/**
 * What the name of a file says; of an archive its members say the format. Throws a `StartFailure` with what to do if it says
 * no format that is read.
 */
export function formatOfName(file: string) {
  const name = basename(file);
  const archive = ARCHIVE.exec(name)?.groups?.stem;
  // Archives are often called after the file in them: train.csv.zip.
  if (archive !== undefined) return { stem: NAME.exec(archive)?.groups?.stem ?? archive, format: "archive" as const };
  return formatOf(file, name);
}

function formatOf(file: string, name: string) {
  const { stem, ending = "", zipped } = NAME.exec(name)?.groups ?? {};
  const other = OTHERS.find(([pattern]) => pattern.test(name));
  if (other) throw new StartFailure(`${file} ${other[1]}`);
  if (stem === undefined) {
    throw new StartFailure(
      `${file} has a name that tells no format: it must end in .jsonl, .ndjson, .json, .csv, .tsv, .xlsx or .parquet, each also with .gz, or in .conll, .bio or .iob for tokens in columns, or in .zip with one such file in it.`,
    );
  }
  const format: Source["format"] = FORMATS.get(ending.toLowerCase()) ?? "columns";
  return { stem, ending: ending.toLowerCase(), zipped: zipped !== undefined, format };
}

/** A file on the disk. `name`: what people call it. */
export type FileAt = { readonly path: string; readonly name: string; readonly bounds: SourceBounds | null };

/** Takes the kind of a file from its name. How it is read comes from options, or else from its lines. */
export const openSource = (file: string, wishes: FileWishes): Promise<Source> =>
  openSourceAt({ path: file, name: file, bounds: null }, wishes);

export async function openSourceAt({ path, name: file, bounds }: FileAt, wishes: FileWishes): Promise<Source> {
  const named = formatOfName(file);
  const explain = (error: unknown): never => {
    throw explainedError(file, error);
  };
  const found =
    named.format === "archive" ? await onlyTableIn(path, file, (one) => NAME.test(one)).catch(explain) : null;
  const opened = named.format === "archive" ? formatOf(file, basename(found?.member.name ?? "")) : named;
  const { ending, zipped } = opened;
  const place = { file: path, name: file, bounds, member: found?.member ?? null, gzipped: zipped };
  const isTokens = opened.format === "csv" && (await isReadAsTokens(place, wishes).catch(explain));
  const format = isTokens ? "columns" : opened.format;
  refuseOptions(format, wishes);
  const {
    read,
    words,
    form,
    fits,
    declared,
    numbers = () => "row",
  } = format === "excel" || format === "parquet"
    ? await openBinary(format, place, wishes)
    : openText(format, ending, place, wishes);
  const table = createRefusedTable(wishes);
  const cells = createShape(wishes);
  const shape = (one: ReadRow) => cells(table.without(one));
  const parts = createRowParts(wishes);
  const shapes = createShapes(wishes, format === "csv");
  const rows = {
    guessed: readOnce(() => shapes.turned(explained(file, read("guessed"), shape), parts), fits),
    exact: readOnce(() => explained(file, read("exact"), (row) => row), fits),
  };
  return {
    format,
    file,
    stem: named.stem,
    rows: (reading = "guessed") => oneByOne(rows[reading]()),
    batches: (reading = "guessed") => rows[reading](),
    words: () => [
      ...(found?.from ?? []),
      ...(isTokens ? [TOKENS] : []),
      ...words(),
      ...table.words(),
      ...shapes.words(),
    ],
    form,
    numbers,
    shape: () => (isTokens ? { key: "tokens", unit: "characters", first: [] } : shapes.found()),
    declared,
  };
}

const TOKENS =
  "  read as tokens in columns, although its name says a table: sentences stand between empty lines, with a tag for each token; --shape plain takes the columns as they are";

/** What is said of a table says that it is one. */
async function isReadAsTokens(place: Place, { shape, among, encoding, ...wishes }: FileWishes): Promise<boolean> {
  if (shape !== null || among) return shape === "tokens";
  if ((wishes.separator ?? wishes.quote ?? wishes.header ?? wishes.names) !== null) return false;
  return isTokenColumns(decode(bytesAt(place), encoding));
}

const FORMATS: ReadonlyMap<string, Source["format"]> = new Map([
  ["csv", "csv"],
  ["tsv", "csv"],
  ["jsonl", "jsonl"],
  ["ndjson", "jsonl"],
  ["json", "jsonl"],
  ["xlsx", "excel"],
  ["parquet", "parquet"],
]);

/** Options that mean nothing for the format, so that nobody takes them for heard. */
function refuseOptions(format: Source["format"], wishes: FileWishes): void {
  if (wishes.sheet !== null && format !== "excel") throw new StartFailure("--sheet is about Excel files (xlsx).");
  const asText: readonly (keyof FileWishes)[] = ["encoding", "separator", "quote"];
  const asTable: readonly (keyof FileWishes)[] = ["header", "names"];
  const others = format === "excel" ? asText : format === "parquet" ? [...asText, ...asTable] : [];
  const given = others.find((option) => wishes[option] !== null);
  if (given === undefined) return;
  const called = given === "header" && wishes.header === false ? "no-header" : given;
  throw new StartFailure(
    `--${called} is about text files; ${format === "excel" ? "an Excel" : "a Parquet"} file says that itself.`,
  );
}

type Opening = {
  read(reading: Reading): Batches;
  words(): readonly string[];
  form: Source["form"];
  /** Absent: the format has no lines. */
  numbers?: Source["numbers"];
  declared: Source["declared"];
  /** True while what was read is so little that it may be kept. */
  fits(): boolean;
};

const UNREAD: SourceForm = { encoding: null, separator: null, quote: null, header: null };

function openText(
  format: "csv" | "jsonl" | "columns",
  ending: string,
  place: Place & { readonly bounds: SourceBounds | null },
  wishes: FileWishes,
): Opening {
  const { bounds } = place;
  const broken: BrokenLines = new Set();
  let characters = 0;
  /** False as soon as brackets are known to separate the rows: all of them may be one line. */
  let areLines = true;
  let form = UNREAD;
  let numbers: RowNumbers = "line";
  let ends: readonly string[] = [];
  const note = ({ encoding, endsWithReturn }: { readonly encoding: string; readonly endsWithReturn: boolean }) => {
    form = { ...form, encoding };
    ends = endsWithReturn ? [OF_RETURNS] : [];
  };
  const fits = () => characters <= MOST_KEPT;
  async function* decoded() {
    characters = 0;
    areLines = true;
    for await (const piece of decode(
      bounded(bytesAt(place), bounds, () => areLines),
      wishes.encoding,
      broken,
      note,
    )) {
      characters += piece.length;
      yield piece;
    }
  }
  const text = format === "jsonl" ? decoded : readOnce(decoded, fits);
  const table = once(() => understandTable(text, wishes, ending, bounds?.columns));
  const tokens = once(() => understandTokens(text, wishes));
  let words: readonly string[] = [];
  async function* read(reading: Reading): Batches {
    if (format === "jsonl")
      return yield* readJson(text(), reading, broken, {
        lists: () => {
          words = [OF_LISTS];
        },
        brackets: () => {
          areLines = false;
        },
        numbers: (of) => {
          numbers = of;
        },
      });
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
    const { names, token, tag } = columns;
    form = {
      ...form,
      tokens: { token: names[token] ?? "", tag: tag === null ? null : (names[tag] ?? null), columns: names },
    };
    yield* inBatches(readTokenColumns(text(), columns, broken));
  }
  return {
    read,
    words: () => [...words, ...ends],
    form: () => form,
    numbers: () => numbers,
    fits,
    declared: () => NOTHING_DECLARED,
  };
}

const OF_LISTS =
  '  rows are lists of a text and what it is annotated with, as spaCy wrote them: the text becomes the column "text"';
const OF_RETURNS = "  its lines end with CR alone, as on old Macs: each CR is read as a line feed, also in cells";

const LINE_FEED = 10;

/** No text is longer in Node.js. */
const LONGEST_LINE = 500 * 2 ** 20;

async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  bounds: SourceBounds | null,
  areLines: () => boolean,
): AsyncGenerator<Uint8Array> {
  const longest = bounds?.line ?? LONGEST_LINE;
  let [all, line] = [0, 0];
  for await (const chunk of bytes) {
    all += chunk.length;
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    line = end === 0 ? line + chunk.length : chunk.length - end;
    if (bounds && all > bounds.bytes) throw unpacksBeyond(bounds.bytes);
    if (line > longest && areLines())
      throw new StartFailure(
        `A line of the file is longer than ${megabytes(longest)}: write each record on a line of its own.`,
      );
    yield chunk;
  }
}

/** The readers of these files are large, and loaded only when there is one. */
async function openBinary(format: "excel" | "parquet", place: Place, wishes: FileWishes): Promise<Opening> {
  const { rows, words, declared, isExport, sheets } =
    format === "excel"
      ? excelBatches((await import("./formats/excel.ts")).createExcelReader(place, wishes))
      : { ...(await import("./formats/parquet.ts")).createParquetReader(place, wishes), sheets: () => ({}) };
  let size = 0;
  async function* read(): Batches {
    size = 0;
    for await (const batch of rows()) {
      const [first] = batch;
      if (size === 0 && first && !isExport() && isMadeFromExport(first))
        throw new StartFailure(
          `${place.name} was made from an export of Postil by another program. Import the file that \`postil export\` wrote: nothing of it is lost.`,
        );
      // Not counted to the end: a large file is not kept at all.
      for (const row of batch) if (size <= MOST_KEPT / 8) size += "row" in row ? sizeOf(row.row) : 1;
      yield batch;
    }
  }
  return { read, words, form: () => ({ ...UNREAD, ...sheets() }), declared, fits: () => size <= MOST_KEPT / 8 };
}

const excelBatches = <R extends { rows(): AsyncGenerator<ReadRow> }>({ rows, ...reader }: R) => ({
  ...reader,
  rows: () => inBatches(rows()),
  isExport: () => false,
});

/** The description of a dataset is for text files: other programs cut it, and change what is in the rows. */
function isMadeFromExport(read: ReadRow): boolean {
  const found = "row" in read ? valueIn(read.row, PLACE) : null;
  return typeof found === "object" ? found !== null && "version" in found : /^'?\{"version":/.test(String(found));
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

const UNREADABLE: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  ENOSPC: "the disk has no room to unpack it",
  Z_DATA_ERROR: "it is not gzip, though its name ends in .gz",
  Z_BUF_ERROR: "it ends in the middle: the gzip file is cut off",
};

/** Turns failures of the whole file into readable messages. */
async function* explained(file: string, batches: Batches, shape: (read: ReadRow) => ReadRow): Batches {
  try {
    for await (const batch of batches) yield batch.map(shape);
  } catch (error) {
    throw explainedError(file, error);
  }
}

function explainedError(file: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why = UNREADABLE[code];
  return why === undefined ? error : new StartFailure(`${file} cannot be read: ${why}.`);
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

/** A table of refused rows that was mended: what Postil wrote before the columns of each row is not of the row. */
function createRefusedTable({ shape }: FileWishes) {
  let isOne: boolean | null = shape === "plain" ? false : null;
  let own: ReadonlySet<string> = new Set();
  const without = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => !own.has(name)));
  const isOurs = (row: Row) => {
    const names = Object.keys(row);
    const head = refusedHead(names[0] === "row" ? "row" : "line");
    own = new Set(head);
    const isHead = names.length > own.size && head.every((name, at) => names[at] === name);
    return isHead && /^\d+$/.test(String(row[head[0]])) && typeof row.reason === "string";
  };
  return {
    without: (read: ReadRow): ReadRow => {
      if ("fault" in read) return read;
      isOne ??= isOurs(read.row);
      if (!isOne) return read;
      const { row, exact, cells, ...rest } = read;
      return {
        ...{ ...rest, row: without(row) },
        ...(exact ? { exact: once(() => without(exact())) } : {}),
        ...(cells ? { cells: without(cells) } : {}),
      };
    },
    words: () =>
      isOne
        ? [
            `  the columns ${[...own].join(", ")} are of the table of refused rows, and left out; --shape plain takes the columns as they are`,
          ]
        : [],
  };
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return memberAt((value as Row)[name], rest); // the member exists
}
