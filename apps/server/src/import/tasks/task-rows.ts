import type { Source } from "../read-rows.ts";
import type { ReadRow, Row } from "../row.ts";

/**
 * The rows of a file as task records are made of them, without the columns that are to be left out. Lines of JSON keep their text,
 * for the form of their numbers.
 */
export async function* taskRowsOf(source: Source, ignored: ReadonlySet<string>): AsyncGenerator<ReadRow> {
  for await (const read of source.rows(source.format === "jsonl" ? "exact" : "guessed")) {
    if ("fault" in read) yield read;
    else yield { ...read, row: without(ignored, source.format === "csv" ? withNumbers(read.row) : read.row) };
  }
}

const without = (ignored: ReadonlySet<string>, row: Row): Row =>
  ignored.size === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !ignored.has(name)));

/** Longer ones, and those that begin with a zero, are names. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
/** Columns whose texts stay texts whatever they look like. */
const TEXTS: ReadonlySet<string> = new Set([
  "id",
  "text",
  "source",
  "target",
  "label",
  "labels",
  "annotation",
  "prediction",
]);

/** All of CSV is text; what is written as a number is one. */
const withNumbers = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" && !TEXTS.has(name) && NUMBER.test(value) ? Number(value) : value,
    ]),
  );
