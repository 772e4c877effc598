import { Readable } from "node:stream";
import { parseWithNames } from "@postil/domain/text/json-names";
import { mayLoseForm, parseKeepingForm } from "@postil/domain/text/json-numbers";
import { CsvError, parse } from "csv-parse";
import { StartFailure } from "../../start-failure.ts";
import type { BrokenLines } from "../decode.ts";
import { pythonValue } from "../python-literal.ts";
import { once, PLACE, type Reading, type ReadRow } from "../row.ts";
import type { TableForm } from "./table-form.ts";

/** The maximum length of a row in bytes, so that an unclosed quote does not read the rest of the file into memory. */
const LONGEST_ROW = 32 * 1024 * 1024;

type Cell = string | null;

/** Yields the rows of a table. `form` null means the format of an export; a file that is no export has no rows then. */
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
    // A quote inside a value that does not begin with a quote is an ordinary character: 5" pipe.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    delimiter: separator,
    quote: form?.quote === "" ? null : (form?.quote ?? '"'),
    // Quotes distinguish an empty text from a missing value.
    cast: (cell: string, { quoting }) => (cell === "" && !quoting ? null : cell),
    // Each row starts with its line numbers: the parser reads ahead, so they are known only here.
    on_record: (record: string[], { empty_lines }) => [lines.of(record, empty_lines).join(), ...record],
  });
  const source = Readable.from(rejoin(start, text));
  // Without this, a read error later in the file would leave the reader waiting forever.
  source.once("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* rowsOf(parser as AsyncIterable<Cell[]>, form, broken);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // After a broken quote, the start of the next row is unknown.
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

/**
 * Counts the first and last line of each row: quoted values may run over several lines, and rows may have empty lines between
 * them.
 */
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

/** The text after the skipped lines, with at least one whole line. */
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

/** Exports use commas, but another program may have saved the file with other separators. */
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
  const exact = read.flatMap(([name, cell]) => (cell.exact === cell.value ? [] : [[name, cell.exact] as const]));
  if (exact.length === 0) return { row, cells };
  return { row, cells, exact: once(() => ({ ...row, ...Object.fromEntries(exact) })) };
}

/** The content of a cell. `exact` differs from `value` if parsing would change how numbers are written. */
type ReadCell = { readonly value: unknown; readonly exact: unknown };

/** An empty cell has no value. A cell with a list or an object, in JSON or Python form, is parsed. */
function readCell(text: string): ReadCell {
  if (text === "") return same(null);
  if (!/^\s*(?:\[.*\]|\{.*\}|array\(.*\))\s*$/s.test(text)) return same(text);
  try {
    const value = parseWithNames(text);
    return mayLoseForm(text) ? { value, exact: parseKeepingForm(text) } : same(value);
  } catch {
    // Text in brackets that is neither JSON nor Python stays text.
    const value = pythonValue(text);
    return same(value === undefined ? text : value);
  }
}

const same = (value: unknown): ReadCell => ({ value, exact: value });
