import { closeSync, openSync, writeSync } from "node:fs";
import { cellOfValue } from "@postil/domain/text/spreadsheet-cell";
import { csvRows } from "../export/writer.ts";
import { type BadLine, likenessOf } from "../import/check-rows.ts";
import { type BadCell, REFUSED_HEAD, type ReadRow, valueIn } from "../import/row.ts";
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
export function createRefusedRows(file: string, columns: readonly string[]) {
  const handle = openSync(file, "w", 0o600);
  let bytes = 0;
  const write = (text: string) => {
    const part = Buffer.from(text);
    for (let at = 0; at < part.length; ) at += writeSync(handle, part, at);
    bytes += part.length;
  };
  write(MARK + csvRows([[...REFUSED_HEAD, ...columns]]));
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
