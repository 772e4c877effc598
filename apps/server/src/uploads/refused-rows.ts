import { closeSync, openSync, writeSync } from "node:fs";
import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { cellOfValue } from "@postil/domain/text/spreadsheet-cell";
import { csvRows } from "../export/writer.ts";
import { type BadLine, likenessOf, type Verdict } from "../import/check-rows.ts";
import { type Column, type Columns, lookAtColumns } from "../import/columns.ts";
import {
  type BadCell,
  type ReadRow,
  type RowNumbers,
  refusedHead,
  type SoundRow,
  type Source,
  sizeOf,
  valueIn,
} from "../import/row.ts";
import { spanLabels } from "../import/spans.ts";
import { KINDS_COUNTED, REFUSED_SHOWN } from "./bounds.ts";
import type { RefusedAlike, RefusedRow } from "./messages.ts";

/** A row that is refused. `index`: which row of the file it is. */
export type Refused = {
  readonly index: number;
  readonly fault: BadLine;
  readonly cell: BadCell | null;
  readonly read: ReadRow;
};

/** A reason may name every label of its question; of so long a one nobody reads more. */
const SHOWN_REASON = 500;

/** Cuts between characters, never inside of one. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;

export const refusedRow = ({ fault: { line, fault }, cell }: Pick<Refused, "fault" | "cell">): RefusedRow => ({
  line,
  column: cell?.column ?? null,
  value: cell?.value ?? null,
  reason: apart(cut(cell?.why ?? fault, SHOWN_REASON)),
});

/** A copy: a text that is cut from another one would keep all of that in memory. */
const apart = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

/** Tells spreadsheets that the file is UTF-8. */
const MARK = "\uFEFF";

/** Rows are written together: a call to the disk takes longer than a row. */
const TOGETHER = { rows: 500, characters: 2 ** 20 };

/**
 * Keeps the rows that are refused: all of them in a table on the disk, the first ones in memory, and of each one bit, so
 * that the second reading leaves it out.
 */
export function createRefusedRows(file: string, columns: readonly string[], numbers: RowNumbers) {
  const handle = openSync(file, "w", 0o600);
  let bytes = 0;
  const write = (text: string) => {
    const part = Buffer.from(text);
    for (let at = 0; at < part.length; ) at += writeSync(handle, part, at);
    bytes += part.length;
  };
  write(MARK + csvRows([[...refusedHead(numbers), ...columns]]));
  const left = createIndexSet();
  const shown: RefusedRow[] = [];
  const alike = new Map<string, Alike>();
  let waiting: (string | null)[][] = [];
  let [count, characters] = [0, 0];
  const flush = () => {
    if (waiting.length > 0) write(csvRows(waiting));
    waiting = [];
    characters = 0;
  };
  return {
    add: (refused: Refused): void => {
      count++;
      const row = refusedRow(refused);
      left.add(refused.index);
      if (shown.length < REFUSED_SHOWN) shown.push(row);
      sumUp(alike, row);
      const cells = [String(row.line), row.column, row.value, row.reason, ...cellsOf(refused.read, columns)];
      waiting.push(cells);
      for (const cell of cells) characters += cell?.length ?? 0;
      if (waiting.length >= TOGETHER.rows || characters >= TOGETHER.characters) flush();
    },
    has: left.has,
    count: () => count,
    bytes: () => bytes,
    shown: (): readonly RefusedRow[] => shown,
    alike: (): readonly RefusedAlike[] =>
      [...alike.values()].filter(({ count }) => count > 1).map((one) => ({ ...one })),
    close: () => {
      flush();
      closeSync(handle);
    },
  };
}

type Alike = { readonly [Key in keyof RefusedAlike]: RefusedAlike[Key] } & { count: number };

/** Of further kinds no count is kept: rows with them are among those that are shown, and in the table. */
function sumUp(alike: Map<string, Alike>, { column, reason, line }: RefusedRow): void {
  const kind = `${column ?? ""}\n${likenessOf(reason)}`;
  const known = alike.get(kind);
  if (known) known.count++;
  else if (alike.size < KINDS_COUNTED) alike.set(kind, { column, reason, line, count: 1 });
}

/** The row as it was read. A line that is no row has no cells. */
function cellsOf(read: ReadRow, columns: readonly string[]): (string | null)[] {
  if ("fault" in read) return columns.map(() => null);
  const row = read.exact?.() ?? read.row;
  return columns.map((column) => {
    const value = (read.cells && valueIn(read.cells, column)) ?? valueIn(row, column);
    if (value === null) return null;
    return typeof value === "string" ? value : cellOfValue(value);
  });
}

/** Indexes of rows, one bit each: a file may have hundreds of millions. */
function createIndexSet() {
  let bits = new Uint8Array(1024);
  return {
    add: (index: number): void => {
      const at = index >> 3;
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(at + 1, 2 * bits.length));
        grown.set(bits);
        bits = grown;
      }
      bits[at] = (bits[at] ?? 0) | (1 << (index & 7));
    },
    has: (index: number): boolean => ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0,
  };
}

/**
 * The first rows, tried by the rules before anything is imported (IMP-140). The whole file is tried while it is imported; here
 * a person waits for the answer after each change.
 */

/** So many rows, or so much of them in characters, are tried. */
const TRIED = { rows: 1000, characters: 8 * 2 ** 20 };
/** Refused rows of them that are shown. */
const SHOWN = 20;

export type Tried = ReturnType<typeof createTried>;

export function createTried() {
  const shown: WireUnderstanding["refused"]["rows"] = [];
  const broken: SoundRow[] = [];
  let [rows, refused, unread, characters] = [0, 0, 0, 0];
  return {
    add: ({ read, fault, cell }: Omit<Verdict<unknown>, "record">): void => {
      rows++;
      if (characters < TRIED.characters && "row" in read) characters += sizeOf(read.row);
      if (fault === null) return;
      refused++;
      if (shown.length < SHOWN) shown.push(refusedRow({ fault, cell }));
      if (!("row" in read)) unread++;
      // An export is tried to its end, and nothing of it is counted by columns.
      else if (broken.length < TRIED.rows) broken.push(read);
    },
    isEnough: (): boolean => rows >= TRIED.rows || characters >= TRIED.characters,
    found: () => ({ rows, refused, unread, shown }),
    /** The columns of the rows that break a rule: what they hold is stored nowhere. */
    lost: async (source: Source): Promise<readonly Column[]> => {
      if (broken.length === 0) return [];
      async function* batches() {
        yield broken;
      }
      return (await lookAtColumns({ ...source, batches })).columns;
    },
  };
}

/** The rows that are shown, and all shown records together, characters. */
export const SHOWN_ROWS = 5;
const SHOWN_ALL = 4 * 2 ** 20;

/** Tries the first rows, and shows some of them as records. An export is tried to its end. */
export async function firstRows<V extends Omit<Verdict<unknown>, "record">, Shown>(
  verdicts: AsyncIterable<V>,
  isExport: boolean,
  shownOf: (verdict: V) => Shown,
) {
  const read: ReadRow[] = [];
  const records: Shown[] = [];
  const tried = createTried();
  let characters = 0;
  for await (const verdict of verdicts) {
    if (verdict.isSilent) continue;
    if (!isExport && tried.isEnough()) break;
    tried.add(verdict);
    if (read.length === SHOWN_ROWS) continue;
    read.push(verdict.read);
    const shown = shownOf(verdict);
    characters += JSON.stringify(shown).length;
    if (characters <= SHOWN_ALL) records.push(shown);
  }
  return { read, records, tried };
}

/** All rows, and those that are known to be refused. `columns` is null for an export: all of its rows are tried. */
export function countedRows(columns: Columns | null, tried: Tried): Pick<WireUnderstanding, "rows" | "refused"> {
  const { rows, refused, unread, shown } = tried.found();
  if (columns === null) return { rows, refused: { count: refused, tried: rows, numbers: "line", rows: shown } };
  const { fault, numbers = "line" } = columns;
  const first = shown.length === 0 && fault ? [refusedRow({ fault, cell: null })] : shown;
  return {
    rows: columns.rows + columns.faults,
    refused: { count: columns.faults + refused - unread, tried: rows, numbers, rows: first },
  };
}

/** How often each value is in the columns. */
export function countsIn(columns: readonly Column[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const column of columns)
    for (const [label, count] of spanLabels(column)) counts.set(label, (counts.get(label) ?? 0) + count);
  return counts;
}

export const without = (
  counts: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map([...counts].map(([value, count]) => [value, Math.max(0, count - (others.get(value) ?? 0))]));
