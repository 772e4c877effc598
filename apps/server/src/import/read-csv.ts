import { Readable } from "node:stream";
import { parseWithNames } from "@postil/domain/text/json-names";
import { CsvError, parse } from "csv-parse";
import { StartFailure } from "../start-failure.ts";
import type { Reading, ReadRow, Row } from "./row.ts";

/** Bytes; a row is not longer, so a quote that is never closed does not take the rest of the file into memory. */
const LONGEST_ROW = 32 * 1024 * 1024;

type Cell = string | null;

/** CSV with a header line; separated by commas, semicolons or tabs, whichever the header holds most of. */
export async function* readCsv(text: AsyncGenerator<string>, reading: Reading): AsyncGenerator<ReadRow> {
  const start = await untilLineEnd(text);
  if (start === "") return;
  if (/^\s*\{\s*"/.test(start))
    throw new StartFailure("The file is no table but JSON Lines: it needs a name that ends in .jsonl.");
  const lines = createLineCount();
  const parser = parse({
    relax_column_count: true,
    // A quote inside of a value that does not begin with one is that character: 5" pipe.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    delimiter: delimiterOf(start),
    // Quotes tell an empty text from nothing.
    cast: (cell: string, { quoting }) => (cell === "" && !quoting ? null : cell),
    // In front of its values a row carries its line: the parser reads ahead, so it is known here alone.
    on_record: (record: string[], { empty_lines }) => [String(lines.of(record, empty_lines)), ...record],
  });
  const source = Readable.from(rejoin(start, text));
  // Without this what cannot be read further on would leave the other end waiting.
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let header: readonly string[] | undefined;
  try {
    for await (const [line, ...record] of parser as AsyncIterable<Cell[]>) {
      if (header) yield { line: Number(line), ...rowOf(header, record, reading) };
      else header = checkedHeader(record.map((name) => name ?? ""));
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // After a broken quote nobody can say where the next row begins.
    throw new StartFailure(
      `The file is no valid CSV: the row that begins on line ${lines.next(Number(error.empty_lines))} has a quote that is never closed.`,
    );
  }
}

/** The line a row begins on: quoted values may run over several, and empty lines lie between. */
function createLineCount() {
  let lines = 0;
  let emptyBefore = 0;
  const next = (empty: number) => lines + 1 + empty - emptyBefore;
  return {
    next,
    of: (record: readonly Cell[], empty: number): number => {
      const line = next(empty);
      emptyBefore = empty;
      lines = record.reduce((sum, value) => sum + (value ?? "").split("\n").length - 1, line);
      return line;
    },
  };
}

async function untilLineEnd(text: AsyncGenerator<string>): Promise<string> {
  let start = "";
  while (!start.includes("\n")) {
    const piece = await text.next();
    if (piece.done) break;
    start += piece.value;
  }
  return start;
}

async function* rejoin(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function delimiterOf(text: string): string {
  const bare = (text.split("\n", 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => bare.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function checkedHeader(header: readonly string[]): readonly string[] {
  const names = header.map((name) => name.trim());
  const known = new Set<string>();
  const twice = names.find((name) => known.size === known.add(name).size);
  if (twice !== undefined) throw new StartFailure(`Two columns of the file have the name "${twice}".`);
  if (names.includes(""))
    throw new StartFailure(`Column ${names.indexOf("") + 1} of the file has no name in the first line.`);
  return names;
}

/** An empty cell is no value; a cell that holds JSON of a list or an object is that. */
function rowOf(
  header: readonly string[],
  record: readonly Cell[],
  reading: Reading,
): { readonly row: Row } | { readonly fault: string } {
  if (record.length !== header.length) {
    return { fault: `${record.length} values, but the first line names ${header.length} columns` };
  }
  const row: { [column: string]: unknown } = {};
  for (const [index, name] of header.entries()) {
    const cell = record[index] ?? null;
    row[name] = reading === "exact" ? cell : cellOf(cell ?? "");
  }
  return { row };
}

function cellOf(text: string): unknown {
  if (text === "") return null;
  if (!/^\s*(\[.*\]|\{.*\})\s*$/s.test(text)) return text;
  try {
    return parseWithNames(text);
  } catch {
    // Text in brackets that is no JSON is text.
    return text;
  }
}
