import type { ExportedRow } from "../storage/exported-rows.ts";

/** What a file is to hold beside the records' texts. */
export type ExportParts = {
  readonly responses: boolean;
  readonly suggestions: boolean;
  readonly metadata: boolean;
  readonly vectors: boolean;
};

/** Makes the text of a file. */
export type Writer = {
  /** In front of all rows. */
  readonly begin: string;
  /** Rows; the first of a file tell the definition of the dataset. Without any rows it stands in one of its own. */
  write(rows: readonly ExportedRow[], definition: string | null): string;
};

/** The name of what tells the definition, in both formats. */
export const DEFINITION = "postil";

/** JSON of the database on one line: what a client sent with its own line breaks has them between values only. */
export const onOneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replaceAll(/[\r\n]+/g, " ") : json);
