import { Readable } from "node:stream";
import { parseWithNames } from "@postil/domain/text/json-names";
import { mayLoseForm, parseKeepingForm } from "@postil/domain/text/json-numbers";
import { CsvError, parse } from "csv-parse";
import { StartFailure } from "../../start-failure.ts";
import type { BrokenLines } from "../decode.ts";
import { pythonValue } from "../python-literal.ts";
import { once, PLACE, type Reading, type ReadRow } from "../row.ts";
import type { TableForm } from "./table-form.ts";

/** Bytes; a row is not longer, so a quote that is never closed does not take the rest of the file into memory. */
const LONGEST_ROW = 32 * 1024 * 1024;

type Cell = string | null;

/** The rows of a table. `form` null: as an export wrote it; a file that is none has no rows then. */
export async function* readCsv(
  text: AsyncGenerator<string>,
  form: TableForm | null,
  broken: BrokenLines,
): AsyncGenerator<ReadRow> {
  const start = await untilLineEnd(text, form?.skipped ?? 0);
  if (start === "") return;
  const separator = form?.separator ?? exportSeparator(start);
  const lines = createLineCount(form?.skipped ?? 0);
  const parser = parse({
    relax_column_count: true,
    // A quote inside of a value that does not begin with one is that character: 5" pipe.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    delimiter: separator,
    quote: form?.quote === "" ? null : (form?.quote ?? '"'),
    // Quotes tell an empty text from nothing.
    cast: (cell: string, { quoting }) => (cell === "" && !quoting ? null : cell),
    // In front of its values a row carries its lines: the parser reads ahead, so they are known here alone.
    on_record: (record: string[], { empty_lines }) => [lines.of(record, empty_lines).join(), ...record],
  });
  const source = Readable.from(rejoin(start, text));
  // Without this what cannot be read further on would leave the other end waiting.
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* rowsOf(parser as AsyncIterable<Cell[]>, form, broken);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // After a broken quote nobody can say where the next row begins.
    throw new StartFailure(
      `The file is no valid CSV: the row that begins on line ${lines.next(Number(error.empty_lines))} has a quote that is never closed.`,
    );
  }
}

async function* rowsOf(
  records: AsyncIterable<Cell[]>,
  form: TableForm | null,
  broken: BrokenLines,
): AsyncGenerator<ReadRow> {
  let names = form?.names;
  let isHeader = form?.header ?? true;
  for await (const [place, ...record] of records) {
    const [line = 0, last = 0] = String(place).split(",").map(Number);
    if (isHeader) {
      isHeader = false;
      names ??= record.map((name) => name?.trim() ?? "");
      if (form === null && !names.includes(PLACE)) return;
    } else if (isBroken(broken, line, last)) yield { line, fault: NOT_IN_ENCODING };
    else yield { line, ...rowOf(names ?? [], record, form === null ? "exact" : "guessed") };
  }
}

export const NOT_IN_ENCODING = "holds a character that is cut or is not UTF-8";

function isBroken(broken: BrokenLines, from: number, to: number): boolean {
  if (broken.size === 0) return false;
  for (let line = from; line <= to; line++) if (broken.has(line)) return true;
  return false;
}

/** The lines a row begins and ends on: quoted values may run over several, and empty lines lie between. */
function createLineCount(skipped: number) {
  let lines = skipped;
  let emptyBefore = 0;
  const next = (empty: number) => lines + 1 + empty - emptyBefore;
  return {
    next,
    of: (record: readonly Cell[], empty: number): readonly [from: number, to: number] => {
      const line = next(empty);
      emptyBefore = empty;
      lines = record.reduce((sum, value) => sum + (value ?? "").split("\n").length - 1, line);
      return [line, lines];
    },
  };
}

/** The text from behind the lines that are passed over, at least a line of it. */
async function untilLineEnd(text: AsyncGenerator<string>, skipped: number): Promise<string> {
  let start = "";
  for (let left = skipped; ; ) {
    const end = start.indexOf("\n");
    if (end >= 0 && left === 0) return start;
    if (end >= 0) {
      start = start.slice(end + 1);
      left--;
      continue;
    }
    const piece = await text.next();
    if (piece.done) return left === 0 ? start : "";
    start += piece.value;
  }
}

async function* rejoin(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Commas, unless another program has written the export anew. */
function exportSeparator(text: string): string {
  const [header = ""] = text.split("\n", 1);
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => bare.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

type Sound = Omit<Extract<ReadRow, { row: unknown }>, "line">;

function rowOf(
  names: readonly string[],
  record: readonly Cell[],
  reading: Reading,
): Sound | { readonly fault: string } {
  if (record.length !== names.length)
    return { fault: `${record.length} values, but the first line names ${names.length} columns` };
  const cells = Object.fromEntries(names.map((name, at) => [name, record[at] ?? null]));
  if (reading === "exact") return { row: cells };
  const read = names.map((name, at) => [name, readCell(record[at] ?? "")] as const);
  const row = Object.fromEntries(read.map(([name, { value }]) => [name, value]));
  if (read.every(([, { value }]) => typeof value !== "object" || value === null)) return { row };
  return { row, cells, exact: once(() => Object.fromEntries(read.map(([name, { exact }]) => [name, exact]))) };
}

/** What the text of a cell is: `value` with `exact`, where its numbers would lose their form. */
type ReadCell = { readonly value: unknown; readonly exact: unknown };

/** An empty cell is no value; a cell that holds a list or an object, as JSON or as Python writes it, is that. */
function readCell(text: string): ReadCell {
  if (text === "") return same(null);
  if (!/^\s*(?:\[.*\]|\{.*\}|array\(.*\))\s*$/s.test(text)) return same(text);
  try {
    const value = parseWithNames(text);
    return mayLoseForm(text) ? { value, exact: parseKeepingForm(text) } : same(value);
  } catch {
    // Text in brackets that is neither is text.
    const value = pythonValue(text);
    return same(value === undefined ? text : value);
  }
}

const same = (value: unknown): ReadCell => ({ value, exact: value });
