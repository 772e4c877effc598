import type { Reading, ReadRow } from "./row.ts";

/** A file with rows. */
export type Source = {
  readonly format: "csv" | "jsonl" | "columns";
  readonly file: string;
  /** The file's name without its endings, for the dataset's name. */
  readonly stem: string;
  /** Reads the file from its beginning, as a stream: it may be larger than the memory. */
  rows(reading?: Reading): AsyncGenerator<ReadRow>;
  /** How its text is understood, line by line, once rows were read. */
  words(): readonly string[];
};
