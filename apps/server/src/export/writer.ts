import { cellOfText } from "@postil/domain/text/spreadsheet-cell";
import { stringify } from "csv-stringify/sync";

/**
 * The wanted parts of a file besides the texts of the records. For task datasets, responses are annotations and suggestions
 * are predictions.
 */
export type ExportParts = {
  readonly responses: boolean;
  readonly suggestions: boolean;
  readonly metadata: boolean;
  readonly vectors: boolean;
};

export type ExportFormat = "jsonl" | "csv";

/** Text of a file in pieces: a large record may not fit in memory as a whole. */
type Pieces = Iterable<string> | AsyncIterable<string>;

export type Writer<Row> = {
  /** The text before all rows. */
  readonly begin: string;
  /** Writes rows. The first rows of a file include the definition of the dataset; without rows it gets a row of its own. */
  write(rows: readonly Row[], definition: string | null): Pieces;
};

/** The name of the definition's member or column, in both formats. */
const DEFINITION = "postil";

/** JSON Lines from the members of each record's line, given without braces. */
export function linesWriter<Row>(membersOf: (row: Row) => string | AsyncIterable<string>): Writer<Row> {
  return {
    begin: "",
    async *write(rows, definition) {
      const head = definition === null ? "" : `"${DEFINITION}":${definition}`;
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
    },
  };
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

/** Rows of CSV. No cell can be a formula in a spreadsheet. Takes many rows at once: the setup takes longer than a row. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (cell === null ? null : cellOfText(cell)))),
    OPTIONS,
  );

/** One cell of a row that is written cell by cell. */
export const csvCell = (cell: Cell): string => csvRows([[cell]]).slice(0, -OPTIONS.record_delimiter.length);

/** A part of the text between the quotes of a cell. Pieces end only where no spreadsheet would begin a new cell. */
export const csvPiece = (text: string): string => cellOfText(text).replaceAll('"', '""');

/** CSV with one record per row. `read` runs once per row, for all its cells. */
export function tableWriter<Row, Read>(columns: readonly Column<Read>[], read: (row: Row) => Read) {
  return {
    begin: MARK + csvRows([[...columns.map(({ name }) => name), DEFINITION]]),
    write: (rows, definition) => {
      if (rows.length === 0) return definition === null ? [] : [csvRows([[...columns.map(() => null), definition]])];
      const table = rows.map((row, index) => {
        const values = read(row);
        return [...columns.map(({ cell }) => cell(values)), index === 0 ? definition : null];
      });
      return [csvRows(table)];
    },
  } satisfies Writer<Row>;
}
