import type { ExportedRow } from "../storage/exported-rows.ts";

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
export type Pieces = Iterable<string> | AsyncIterable<string>;

/** Writes the text of a file. */
export type Writer<Row = ExportedRow> = {
  /** The text before all rows. */
  readonly begin: string;
  /** Writes rows. The first rows of a file include the definition of the dataset; without rows it gets a row of its own. */
  write(rows: readonly Row[], definition: string | null): Pieces;
};

/** The name of the definition's member or column, in both formats. */
export const DEFINITION = "postil";

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
