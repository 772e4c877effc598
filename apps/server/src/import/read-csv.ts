import { Readable } from "node:stream";
import { mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import { CsvError, parse } from "csv-parse";
import { StartFailure } from "../start-failure.ts";
import { type BrokenLines, NOT_IN_ENCODING } from "./decode.ts";
import { isTooDeep, once, PLACE, type Reading, type ReadRow, rejoin, type SoundRow } from "./row.ts";
import { LINE_ENDS, type TableForm } from "./table-form.ts";

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
    record_delimiter: [...LINE_ENDS],
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
  } finally {
    // Who stops early ends the parser alone: without this the file would stay open.
    source.destroy();
    await text.return(undefined);
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
      lines = record.reduce((sum, value) => sum + (value?.includes("\n") ? value.split("\n").length - 1 : 0), line);
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

/** Exports use commas, but another program may have saved the file with other separators. */
function exportSeparator(text: string): string {
  const [header = ""] = text.split("\n", 1);
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => bare.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function rowOf(
  names: readonly string[],
  record: readonly Cell[],
  reading: Reading,
): Omit<SoundRow, "line"> | { readonly fault: string } {
  if (record.length !== names.length)
    return { fault: `${record.length} values, but the first line names ${names.length} columns` };
  const cellsAsWritten = () => Object.fromEntries(names.map((name, at) => [name, record[at] ?? null]));
  if (reading === "exact") return { row: cellsAsWritten() };
  const read = names.map((name, at) => [name, readCell(record[at] ?? "")] as const);
  const row = Object.fromEntries(read.map(([name, { value }]) => [name, value]));
  if (read.every(([, { value }]) => typeof value !== "object" || value === null)) return { row };
  const exact = read.flatMap(([name, cell]) => (cell.exact === cell.value ? [] : [[name, cell.exact] as const]));
  const cells = cellsAsWritten();
  if (exact.length === 0) return { row, cells };
  return { row, cells, exact: once(() => ({ ...row, ...Object.fromEntries(exact) })) };
}

/** The content of a cell. `exact` differs from `value` if parsing would change how numbers are written. */
type ReadCell = { readonly value: unknown; readonly exact: unknown };

/** An empty cell has no value. A cell with a list or an object, in JSON or Python form, is parsed. */
export function readCell(text: string): ReadCell {
  if (text === "") return same(null);
  if (!/^\s*(?:\[.*\]|\{.*\}|array\(.*\))\s*$/s.test(text)) return same(text);
  try {
    const value = parseWithNames(text);
    if (isTooDeep(value)) return same(text);
    return mayLoseForm(text) ? { value, exact: parseKeepingForm(text) } : same(value);
  } catch {
    // Text in brackets that is neither JSON nor Python stays text.
    const value = pythonValue(text);
    return same(value === undefined ? text : value);
  }
}

const same = (value: unknown): ReadCell => ({ value, exact: value });

/**
 * Lists and maps as Python prints them: `[('x', 0.6), ('y', 0.4)]`, `{'a': None}`, `array([1., 2.])`. Pandas writes them into
 * cells.
 */

/** The value as JSON types; undefined if the whole text is not such a literal. */
function pythonValue(text: string): unknown {
  const reader = createReader(text);
  try {
    const value = reader.value(0);
    return reader.isAtEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

class NoLiteral extends Error {}

const DEEPEST = 100;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["None", null],
  ["nan", null],
  ["True", true],
  ["False", false],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["0", "\0"],
]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["(", ")"],
]);

function createReader(text: string) {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  const space = () => take(/\s*/y);
  const isAtEnd = () => {
    space();
    return at === text.length;
  };

  const value = (depth: number): unknown => {
    if (depth > DEEPEST) throw new NoLiteral();
    space();
    const mark = text.charAt(at);
    const closing = CLOSING.get(mark);
    if (closing !== undefined) return list(closing, depth);
    if (mark === "{") return map(depth);
    if (mark === "'" || mark === '"') return quoted(mark);
    const number = take(/[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y);
    if (number !== null) return numberOf(number);
    if (take(/array\(/y) !== null) return array(depth);
    const word = take(/\w+/y) ?? "";
    if (!WORDS.has(word)) throw new NoLiteral();
    return WORDS.get(word);
  };

  const list = (closing: string, depth: number): unknown[] => {
    at++;
    const values: unknown[] = [];
    for (space(); text.charAt(at) !== closing; space()) {
      values.push(value(depth + 1));
      space();
      // Lists from numpy have no commas.
      if (take(/,/y) === null && text.charAt(at) !== closing && !/\s/.test(text.charAt(at - 1))) throw new NoLiteral();
    }
    at++;
    return values;
  };

  const map = (depth: number): object => {
    at++;
    const members: [string, unknown][] = [];
    for (space(); text.charAt(at) !== "}"; space()) {
      const name = value(depth + 1);
      space();
      if (take(/:/y) === null || (typeof name === "object" && name !== null)) throw new NoLiteral();
      members.push([String(name), value(depth + 1)]);
      space();
      if (take(/,/y) === null && text.charAt(at) !== "}") throw new NoLiteral();
    }
    at++;
    return Object.fromEntries(members);
  };

  const array = (depth: number): unknown => {
    const values = value(depth + 1);
    if (take(/\s*(?:,\s*dtype=[\w.<>'"]+\s*)?\)/y) === null) throw new NoLiteral();
    return values;
  };

  const quoted = (quote: string): string => {
    let read = "";
    for (at++; text.charAt(at) !== quote; at++) {
      if (at >= text.length) throw new NoLiteral();
      if (text.charAt(at) !== "\\") read += text.charAt(at);
      else read += escaped();
    }
    at++;
    return read;
  };

  const escaped = (): string => {
    at++;
    const code = take(/x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y);
    if (code !== null) {
      at--;
      const point = Number.parseInt(code.slice(1), 16);
      if (point > 0x10_ff_ff) throw new NoLiteral();
      return String.fromCodePoint(point);
    }
    const mark = text.charAt(at);
    return ESCAPES.get(mark) ?? (/['"\\]/.test(mark) ? mark : `\\${mark}`);
  };

  return { value, isAtEnd };
}

function numberOf(text: string): number {
  const number = Number(text);
  // A text that does not fit in a number stays as it is written.
  if (!Number.isFinite(number) || (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number))) throw new NoLiteral();
  return number;
}
