import type { Reading, ReadRow } from "./row.ts";

/** A file with rows. */
export type Source = {
  readonly format: "csv" | "jsonl" | "columns";
  readonly file: string;
  /** The file name without its extensions, for the dataset name. */
  readonly stem: string;
  /** Reads the file from the beginning, as a stream, because the file may be larger than the memory. */
  rows(reading?: Reading): AsyncGenerator<ReadRow>;
  /** Describes how the text was read, line by line. Call it after the rows were read. */
  words(): readonly string[];
};
