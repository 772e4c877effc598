import type { FileShape, SpanUnit } from "./wishes.ts";

/** Maps column names to values. CSV values are texts; JSON Lines values keep their own types. */
export type Row = { readonly [column: string]: unknown };

/**
 * How a file is read. `guessed`: cell types are guessed. `exact`: cells stay as an export wrote them, and lines keep their
 * text.
 */
export type Reading = "guessed" | "exact";

/** A row with its number in the file ({@link RowNumbers}), or the reason why it cannot be read. */
export type ReadRow =
  | {
      readonly line: number;
      readonly row: Row;
      readonly text?: string;
      /**
       * The same row with numbers as they are written ({@link parseKeepingForm}), computed {@link once}; absent if it equals
       * `row`.
       */
      readonly exact?: () => Row;
      /** Members with the answers of further people: what they do not name is as in `row`. */
      readonly also?: readonly Row[];
      /** For a table: the cells as written, if a list or an object was read from a cell. */
      readonly cells?: Row;
    }
  | { readonly line: number; readonly fault: string };

/** What the numbers of rows count, from 1: the line on which a row begins, or rows, where lines say nothing. */
export type RowNumbers = "line" | "row";

/** `on line 3`, `in row 3` */
export const at = (numbers: RowNumbers, line: number): string => `${numbers === "line" ? "on line" : "in row"} ${line}`;

/** `Line 3`, `Row 3` */
export const numberedRow = (numbers: RowNumbers, line: number): string =>
  `${numbers === "line" ? "Line" : "Row"} ${line}`;

/** A step of a stream costs about as much as a row: rows that are read together are handed on together. */
export type Batches = AsyncGenerator<readonly ReadRow[]>;

export async function* inBatches(rows: AsyncIterable<ReadRow>): Batches {
  for await (const read of rows) yield [read];
}

export async function* oneByOne<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) for (const one of batch) yield one;
}

/** The tool whose export a file is, with the first rows as they were before they became plain columns. */
export type FoundShape = { readonly key: FileShape; readonly unit: SpanUnit; readonly first: readonly Row[] };

export type SoundRow = Extract<ReadRow, { readonly row: Row }>;

/** A file with rows. */
export type Source = {
  readonly format: "csv" | "jsonl" | "columns" | "excel" | "parquet";
  readonly file: string;
  /** The file name without its extensions, for the dataset name. */
  readonly stem: string;
  /** Reads the file from the beginning, as a stream, because the file may be larger than the memory. */
  rows(reading?: Reading): AsyncGenerator<ReadRow>;
  /** The same, as many rows at a time as were read together. */
  batches(reading?: Reading): Batches;
  /** Describes how the text was read, line by line. Call it after the rows were read. */
  words(): readonly string[];
  /** Known as soon as a row was read. */
  numbers(): RowNumbers;
  /** How the text was read, as values. Call it after the rows were read. */
  form(): SourceForm;
  /** The tool whose export it is, if that was recognized. Call it after the rows were read. */
  shape(): FoundShape | null;
  /** What the file itself says of its columns, by name. Call it after the rows were read. */
  declared(): Declared;
};

/** Null: the format has no such thing, or nothing was read yet. */
export type SourceForm = {
  readonly encoding: string | null;
  readonly separator: string | null;
  readonly quote: string | null;
  readonly header: boolean | null;
  /** Of an Excel file: the sheet that is read, and all of them. */
  readonly sheet?: string | null;
  readonly sheets?: readonly string[];
  /** Of each of several sheets, how many rows hold something; null: not known. */
  readonly heights?: readonly ({ readonly rows: number; readonly isExact: boolean } | null)[];
  /** Of tokens in columns: what is read as token and as tag, and all columns, by name or number. */
  readonly tokens?: { readonly token: string; readonly tag: string | null; readonly columns: readonly string[] };
};

/** `labels`: the values that a column may have, also those that no row has. `isAmount`: its texts are numbers. */
export type Declared = ReadonlyMap<string, { readonly labels: readonly string[]; readonly isAmount: boolean }>;
export const NOTHING_DECLARED: Declared = new Map();

/** Reads only an own member: every object inherits a `constructor`, and a file may contain `__proto__`. */
export const valueIn = (row: object, column: string): unknown =>
  Object.hasOwn(row, column) ? ((row as Row)[column] ?? null) : null;

/** A value, and the same value with numbers as they are written. `isPlain`: the cells of the column are texts. */
export function valueOfColumn({ row, cells, exact }: SoundRow, column: string, isPlain: boolean) {
  if (isPlain && cells) {
    const text = valueIn(cells, column);
    const value = text === "" ? null : text;
    return { value, inForm: value };
  }
  const value = valueIn(row, column);
  return { value, inForm: exact ? valueIn(exact(), column) : value };
}

/** What the table of refused rows says of each row, before its columns. */
export const refusedHead = (numbers: RowNumbers) => [numbers, "column", "value", "reason"] as const;

/** The member or column in which an export describes its dataset. */
export const PLACE = "postil";

/** Calls `make` at the first use and remembers its result: parsing that keeps the form of numbers is many times slower. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The lines that end in each piece. A line ends only at a line feed: other line separators may be inside JSON texts. */
export async function* linesTogether(text: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const piece of text) {
    // Only the new piece is searched, so a line over many pieces is searched only once.
    const lines = piece.split("\n");
    const last = lines.pop() ?? "";
    if (lines.length === 0) rest += last;
    else {
      lines[0] = rest + lines[0];
      rest = last;
      yield lines;
    }
  }
  if (rest !== "") yield [rest];
}

export const linesOf = (text: AsyncIterable<string>): AsyncGenerator<string> => oneByOne(linesTogether(text));

/** Walks over values end at this depth, before the stack does. The rules refuse what is nested less deeply already. */
export const DEEPEST_WALKED = 200;

/** True for a value that is nested more deeply than walks go. */
export const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth >= DEEPEST_WALKED || Object.values(value).some((one) => isTooDeep(one, depth + 1)));

/** About as many characters as the value has as text. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length + 8;
  if (typeof value !== "object" || value === null || depth > DEEPEST_WALKED) return 8;
  return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one, depth + 1), 8);
}

/** A stream whose first piece was taken off to look at it. */
export async function* rejoin<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

/** So many names of columns stand in a message: a file may have thousands. */
const NAMED = 10;

export function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  const first = names.slice(0, more > 1 ? NAMED : names.length).join(", ");
  return more > 1 ? `${first} and ${more.toLocaleString("en")} more` : first;
}

/** A number with its noun: `1 row`, `2,000 rows`. */
export const counted = (found: number, one: string, many = `${one}s`): string =>
  `${found.toLocaleString("en")} ${found === 1 ? one : many}`;

/** The maximum length of a value in a message. */
const SHOWN = 60;

/** A value as a message shows it: in quotes, on one line, and shortened if it is long. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, SHOWN + 1) : value) ?? "nothing";
  return text.length > SHOWN + 2 ? `${text.slice(0, SHOWN)} ...` : text;
}

/** The name of a column in a message: on one line, and shortened if it is long. */
export const shownName = (name: string): string => (name.length > SHOWN || /\p{Cc}/u.test(name) ? excerpt(name) : name);

/** The value of a cell at fault. An empty cell has none. */
export const cellText = (value: unknown): string => (value === null || value === undefined ? "" : excerpt(value));

/** A value that does not fit the role of its column. The message names the column and the value. */
export class BadValue extends Error {
  readonly at: BadCell;
  constructor(column: string, value: unknown, why: string) {
    super(`column "${column}": ${excerpt(value)} ${why}`);
    this.at = { column, value: cellText(value), why };
  }
}

/** The one cell of a row that is at fault. */
export type BadCell = { readonly column: string; readonly value: string; readonly why: string };
