import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { StartFailure } from "../../start-failure.ts";
import type { ReadRow, Row } from "./read-rows.ts";

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** CSV with a header line; separated by commas, semicolons or tabs, whichever the header holds most of. */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRow> {
  const text = textOf(bytes);
  const first = await text.next();
  if (first.done) return;
  const parser = Readable.from(rejoin(first.value, text)).pipe(
    parse({
      info: true,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      delimiter: delimiterOf(first.value),
    }),
  );
  let header: readonly string[] | undefined;
  let lines = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // A quoted value may run over several lines; the row is named by its first.
      const line = lines + 1;
      lines = info.lines;
      if (header) yield { line, ...rowOf(header, record) };
      else header = checkedHeader(record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // After a broken quote nobody can say where the next row begins.
    throw new StartFailure(`The file is no valid CSV after line ${lines}: ${error.message}`);
  }
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of bytes) yield utf8.decode(chunk, { stream: true });
  yield utf8.decode();
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
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new StartFailure(`Two columns of the file have the name "${twice}".`);
  if (names.includes(""))
    throw new StartFailure(`Column ${names.indexOf("") + 1} of the file has no name in the first line.`);
  return names;
}

/** An empty cell is no value; a cell that holds JSON of a list or an object is that. */
function rowOf(
  header: readonly string[],
  record: readonly string[],
): { readonly row: Row } | { readonly fault: string } {
  if (record.length !== header.length) {
    return { fault: `${record.length} values, but the first line names ${header.length} columns` };
  }
  const row: { [column: string]: unknown } = {};
  for (const [index, name] of header.entries()) row[name] = cellOf(record[index] ?? "");
  return { row };
}

function cellOf(text: string): unknown {
  if (text === "") return null;
  if (!/^\s*(\[.*\]|\{.*\})\s*$/s.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // Text in brackets that is no JSON is text.
    return text;
  }
}
