import type { SnapshotSeal } from "@postil/domain/datasets/snapshot";
import type { Disagreement, ExportFormat, ExportShape, LeftOut } from "@postil/domain/exports/export-shape";
import { cellOfText } from "@postil/domain/text/spreadsheet-cell";
import { stringify } from "csv-stringify/sync";

/** The wanted parts besides the texts. For task datasets, responses are annotations and suggestions predictions. */
export type ExportParts = {
  readonly responses: boolean;
  readonly suggestions: boolean;
  readonly metadata: boolean;
  readonly vectors: boolean;
};

export type FileWish = {
  readonly shape: ExportShape;
  readonly format: ExportFormat;
  readonly parts: ExportParts;
  readonly gzip: boolean;
  readonly disagreement: Disagreement;
  /** False: cells of CSV are written as they are, also formulas. */
  readonly guard: boolean;
  /** The question that a shape of one question writes; null: the first of its type. */
  readonly question: string | null;
  /** The snapshot that the file comes from; absent if it comes from the dataset as it is now. */
  readonly seal?: SnapshotSeal;
  /** The secret of pseudonyms; null: names as they are. */
  readonly pseudonyms: string | null;
};

/** The text of a Parquet file that names its snapshot (SNP-08). */
export const sealOf = ({ seal }: Pick<FileWish, "seal">): { readonly [key: string]: string } =>
  seal === undefined ? {} : { postil_snapshot: JSON.stringify(seal) };

/** What is counted while a file is written. */
export type Tally = {
  rows: number;
  /** Number of records that are not in the file, by the reason. */
  readonly leftOut: Map<LeftOut, number>;
  /** Number of cells that have an apostrophe so that no spreadsheet runs them. */
  guarded: number;
};

export const newTally = (): Tally => ({ rows: 0, leftOut: new Map(), guarded: 0 });

export type Rows<Row> = AsyncIterable<readonly Row[]>;
/** A file in pieces: a large record may not fit in memory as a whole. */
export type Pieces = AsyncIterable<string | Uint8Array>;

export type Writer<Row> = (batches: Rows<Row>) => Pieces;

/** The name of the definition's member or column, in all formats. */
export const DEFINITION = "postil";

type TextPieces = Iterable<string> | AsyncIterable<string>;

/** The first rows of a text file include the definition of the dataset; without rows it gets a row of its own. */
async function* withDefinition<Row>(
  batches: Rows<Row>,
  definition: string | null,
  write: (rows: readonly Row[], definition: string | null) => TextPieces,
): Pieces {
  let unwritten = definition;
  for await (const rows of batches) {
    yield* write(rows, unwritten);
    unwritten = null;
  }
  if (unwritten !== null) yield* write([], unwritten);
}

/** JSON Lines from the members of each record's line, given without braces. */
export function linesWriter<Row>(
  membersOf: (row: Row) => string | AsyncIterable<string>,
  definition: string | null,
): Writer<Row> {
  return (batches) =>
    withDefinition(batches, definition, async function* (rows, of) {
      const head = of === null ? "" : `"${DEFINITION}":${of}`;
      if (rows.length === 0 && head) yield `{${head}}\n`;
      let text = "";
      for (const [index, row] of rows.entries()) {
        const members = membersOf(row);
        text += "{";
        if (typeof members === "string") text += members;
        else {
          yield text;
          yield* members;
          text = "";
        }
        text += `${index === 0 && head ? `,${head}` : ""}}\n`;
      }
      yield text;
    });
}

/** Puts stored JSON on one line: line breaks that a client sent are only between values. */
export const onOneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replaceAll(/[\r\n]+/g, " ") : json);

export type Cell = string | null;
export type Column<Row> = { readonly name: string; readonly cell: (row: Row) => Cell };

/** Tells spreadsheets that the file is UTF-8. */
const MARK = "\uFEFF";
/** An empty text is written with quotes, a missing value without. */
const OPTIONS = {
  record_delimiter: "\r\n",
  quoted_match: /[\r\n]/,
  cast: { string: (value: string) => (value === "" ? { value, quoted_empty: true } : value) },
} as const;

/** Makes a cell that no spreadsheet runs as a formula, or leaves it as it is. */
export type Guard = (text: string) => string;

/** A guard that counts the cells that it changes; without `wish.guard` it changes none. */
export const guardOf =
  ({ guard }: Pick<FileWish, "guard">, tally: Pick<Tally, "guarded">): Guard =>
  (text) => {
    if (!guard) return text;
    const cell = cellOfText(text);
    if (cell !== text) tally.guarded++;
    return cell;
  };

/** Rows of CSV. Takes many rows at once: the setup takes longer than a row. */
export const csvRows = (rows: readonly (readonly Cell[])[], guard: Guard = cellOfText): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (cell === null ? null : guard(cell)))),
    OPTIONS,
  );

export const csvCell = (cell: Cell, guard: Guard = cellOfText): string =>
  csvRows([[cell]], guard).slice(0, -OPTIONS.record_delimiter.length);

/** A part of the text between the quotes of a cell. Pieces end only where no spreadsheet would begin a new cell. */
export const csvPiece = (text: string, guard: Guard): string => guard(text).replaceAll('"', '""');

/** The first line of a CSV file. */
export const csvHead = (names: readonly string[]): string => MARK + csvRows([names]);

export type Table<Row, Read> = {
  readonly columns: readonly Column<Read>[];
  /** Runs once per row, for all its cells. */
  readonly read: (row: Row) => Read;
  /** Writes a row that is too large to be read whole. */
  readonly inPieces?: (row: Row, definition: string | null, guard: Guard) => AsyncIterable<string> | null;
};

/** CSV with one record per row. The cell of the definition always has the guard, so that an import can read it. */
export function tableWriter<Row, Read>(
  { columns, read, inPieces }: Table<Row, Read>,
  definition: string,
  guard: Guard,
): Writer<Row> {
  return async function* (batches) {
    yield csvHead([...columns.map(({ name }) => name), DEFINITION]);
    yield* withDefinition(batches, definition, (rows, of) => {
      const told = of === null ? null : cellOfText(of);
      if (rows.length === 0) return [csvRows([[...columns.map(() => null), told]], String)];
      const [first] = rows;
      const pieces = first === undefined ? null : inPieces?.(first, told, guard);
      if (pieces) return pieces;
      const table = rows.map((row, index) => {
        const values = read(row);
        const cells = columns.map(({ cell }) => {
          const found = cell(values);
          return found === null ? null : guard(found);
        });
        return [...cells, index === 0 ? told : null];
      });
      return [csvRows(table, String)];
    });
  };
}
