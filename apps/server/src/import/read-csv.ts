import { promisify } from "node:util";
import { mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import { CsvError, parse } from "csv-parse";
import { StartFailure } from "../start-failure.ts";
import { type BrokenLines, NOT_IN_ENCODING } from "./decode.ts";
import {
  type Batches,
  counted,
  isTooDeep,
  once,
  PLACE,
  type Reading,
  type ReadRow,
  type Row,
  rejoin,
  type SoundRow,
} from "./row.ts";
import { LINE_ENDS, type TableForm } from "./table-form.ts";

/** The maximum length of a row in bytes, so that an unclosed quote does not read the rest of the file into memory. */
const LONGEST_ROW = 32 * 1024 * 1024;

type Cell = string | null;

/** The rows of a table. `form` null means the format of an export; a file that is no export has no rows then. */
export async function* readCsv(text: AsyncGenerator<string>, form: TableForm | null, broken: BrokenLines): Batches {
  const start = await untilLineEnd(text, form?.skipped ?? 0);
  if (start === "") return;
  const separator = form?.separator ?? exportSeparator(start);
  const lines = createLineCount(form?.skipped ?? 0);
  const rows = createRows(form, broken);
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
    // The records of a piece are taken here while it is parsed, and go through no stream.
    on_record: (record: Cell[], { empty_lines }) => {
      rows.take(record, lines.of(record, empty_lines));
      return null;
    },
  });
  // Who waits for the piece is told.
  parser.on("error", () => {});
  const write = promisify<string, void>((piece, done) => parser.write(piece, done));
  const end = promisify<void>((done) => parser.end(done));
  try {
    for await (const piece of rejoin(start, text)) {
      await write(piece);
      if (rows.isNoExport()) return;
      yield rows.taken();
    }
    await end();
    if (!rows.isNoExport()) yield rows.taken();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield rows.taken();
    // After a broken quote, the start of the next row is unknown.
    throw new StartFailure(
      `The file is no valid CSV: the row that begins on line ${lines.next(Number(error.empty_lines))} has a quote that is never closed.`,
    );
  } finally {
    // Who stops in the first piece leaves the rest: without this the file would stay open.
    await text.return(undefined);
  }
}

/** Collects the rows of each piece. */
function createRows(form: TableForm | null, broken: BrokenLines) {
  let names = form?.names;
  let isHeader = form?.header ?? true;
  let isNoExport = false;
  let rows: ReadRow[] = [];
  return {
    take: (record: readonly Cell[], [line, last]: readonly [from: number, to: number]): void => {
      if (isHeader) {
        isHeader = false;
        names ??= record.map((name) => name?.trim() ?? "");
        isNoExport = form === null && !names.includes(PLACE);
      } else if (isBroken(broken, line, last)) rows.push({ line, fault: NOT_IN_ENCODING });
      else rows.push({ line, ...rowOf(names ?? [], record, form === null ? "exact" : "guessed") });
    },
    isNoExport: () => isNoExport,
    taken: (): readonly ReadRow[] => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
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
  let [start, left] = ["", skipped];
  for (let piece = await text.next(); !piece.done; piece = await text.next()) {
    // Only the new piece is searched, so a line over many pieces is searched only once.
    let rest = piece.value;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      if (left === 0) return start + rest;
      [start, rest] = ["", rest.slice(end + 1)];
      left--;
    }
    start += rest;
  }
  return left === 0 ? start : "";
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
    return { fault: `${counted(record.length, "value")}, but the first line names ${counted(names.length, "column")}` };
  if (reading === "exact") return { row: objectOf(names, record) };
  let isParsed = false;
  const exact: [name: string, value: unknown][] = [];
  const values = record.map((text, at) => {
    if (text === null || text === "" || !MAY_HOLD_MORE.test(text)) return text || null;
    const cell = readCell(text);
    isParsed ||= typeof cell.value === "object" && cell.value !== null;
    if (cell.exact !== cell.value) exact.push([names[at] ?? "", cell.exact]);
    return cell.value;
  });
  const row = objectOf(names, values);
  if (!isParsed) return { row };
  const cells = objectOf(names, record);
  if (exact.length === 0) return { row, cells };
  return { row, cells, exact: once(() => ({ ...row, ...Object.fromEntries(exact) })) };
}

/** As Object.fromEntries makes it, without a pair for each cell. */
function objectOf(names: readonly string[], values: readonly unknown[]): Row {
  const made: { [name: string]: unknown } = {};
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? "";
    if (name === "__proto__") return Object.fromEntries(names.map((one, index) => [one, values[index]]));
    made[name] = values[at];
  }
  return made;
}

const MAY_HOLD_MORE = /^\s*(?:\[.*\]|\{.*\}|array\(.*\))\s*$/s;

/** The content of a cell. `exact` differs from `value` if parsing would change how numbers are written. */
type ReadCell = { readonly value: unknown; readonly exact: unknown };

/** An empty cell has no value. A cell with a list or an object, in JSON or Python form, is parsed. */
export function readCell(text: string): ReadCell {
  if (text === "") return same(null);
  if (!MAY_HOLD_MORE.test(text)) return same(text);
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
