import type { ExportedRow } from "../storage/exported-rows.ts";

/** What a file is to hold beside the records' texts: of task datasets responses are annotations, suggestions predictions. */
export type ExportParts = {
  readonly responses: boolean;
  readonly suggestions: boolean;
  readonly metadata: boolean;
  readonly vectors: boolean;
};

export type ExportFormat = "jsonl" | "csv";

/** Text of a file piece by piece: of a large record all of it may be more than memory holds. */
export type Pieces = Iterable<string> | AsyncIterable<string>;

/** Makes the text of a file. */
export type Writer<Row = ExportedRow> = {
  /** In front of all rows. */
  readonly begin: string;
  /** Rows; the first of a file tell the definition of the dataset. Without any rows it stands in one of its own. */
  write(rows: readonly Row[], definition: string | null): Pieces;
};

/** The name of what tells the definition, in both formats. */
export const DEFINITION = "postil";

/** JSON Lines of the members that a record's line has, without braces. */
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

/** JSON of the database on one line: what a client sent with its own line breaks has them between values only. */
export const onOneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replaceAll(/[\r\n]+/g, " ") : json);
