import { StartFailure } from "../../start-failure.ts";
import { type Cell, cellOf, type Workbook } from "./excel-cells.ts";
import { createTextCollector, type Parts, readXml, type SheetPlace } from "./excel-parts.ts";

/** A row of a sheet with at least one cell that holds something, by column from 0. */
export type SheetRow = { readonly line: number; readonly cells: ReadonlyMap<number, Cell> };

/** How many rows of a sheet hold something. `isExact`: false where that is the range which the file names, for it was not read to its end. */
export type SheetHeight = { readonly rows: number; readonly isExact: boolean };

/** So much of one sheet is read to count its rows, and of all sheets of a file, in unpacked bytes. */
const COUNTED = { one: 2 ** 20, all: 16 * 2 ** 20 };

/** Null: of that sheet it is not known. */
export async function heightsOf(parts: Parts, sheets: readonly SheetPlace[]): Promise<(SheetHeight | null)[]> {
  const heights: (SheetHeight | null)[] = [];
  let left = COUNTED.all;
  const use = (bytes: number) => {
    left -= bytes;
  };
  for (const sheet of sheets) heights.push(left > 0 ? await heightOf(parts, sheet, use) : null);
  return heights;
}

async function heightOf(parts: Parts, { path }: SheetPlace, use: (bytes: number) => void): Promise<SheetHeight | null> {
  let [read, rows, isFilled, range] = [0, 0, false, ""];
  const bound = (bytes: number) => {
    read += bytes;
    use(bytes);
  };
  const reader = {
    open: (name: string, { ref = "" }: Attributes) => {
      if (name === "row") isFilled = false;
      else if (name === "v" || name === "f" || name === "is") isFilled = true;
      else if (name === "dimension") range = ref;
    },
    close: (name: string) => {
      if (name === "row" && isFilled) rows++;
    },
  };
  try {
    for await (const _ of readXml({ ...parts, opened: { ...parts.opened, bound } }, path, reader)) {
      if (read <= COUNTED.one) continue;
      const [, first = 0, last = 0] = /^\D+(\d+):\D+(\d+)$/.exec(range) ?? [];
      const said = Number(last) - Number(first) + 1;
      return said < rows ? null : { rows: said, isExact: false };
    }
    return { rows, isExact: true };
  } catch (error) {
    // Whoever wants the sheet reads it, and is told then.
    if (error instanceof StartFailure) return null;
    throw error;
  }
}

/** What a reader of the sheet sees, and its cells do not say. */
export type SheetMarks = { merged: number; hiddenRows: number };

const LAST = { row: 1_048_576, column: 16_384 };

/** Yields the rows of a sheet as a stream. `marks` is complete after the last row. */
export async function* readSheet(
  parts: Parts,
  sheet: SheetPlace,
  workbook: Workbook,
  marks: SheetMarks,
): AsyncGenerator<SheetRow> {
  let ready: SheetRow[] = [];
  const damaged = (what: string) =>
    new StartFailure(`${parts.file} cannot be read: the Excel file is damaged, ${what} in sheet "${sheet.name}".`);
  const cellReader = createCellReader(workbook, damaged);
  let line = 0;
  let isHidden = false;
  const beginRow = (number: number, hidden: boolean) => {
    if (!(number > line && number <= LAST.row)) throw damaged(`row ${number} follows row ${line}`);
    [line, isHidden] = [number, hidden];
  };
  for await (const _ of readXml(parts, sheet.path, {
    open: (name, attributes) => {
      if (name === "row")
        beginRow(
          attributes.r === undefined ? line + 1 : Number(attributes.r),
          /^(?:1|true)$/.test(attributes.hidden ?? ""),
        );
      else if (name === "c") cellReader.begin(attributes);
      else if (name === "mergeCell") marks.merged++;
      else cellReader.open(name);
    },
    text: cellReader.text,
    close: (name) => {
      cellReader.close(name);
      if (name !== "row") return;
      const cells = cellReader.takeRow();
      if (cells.size === 0) return;
      if (isHidden) marks.hiddenRows++;
      ready.push({ line, cells });
    },
  })) {
    yield* ready;
    ready = [];
  }
}

type Attributes = { readonly [name: string]: string };

function createCellReader(workbook: Workbook, damaged: (what: string) => StartFailure) {
  let cells = new Map<number, Cell>();
  let column = -1;
  let cell: { readonly type: string; readonly style: number } | null = null;
  let [value, hasValue, hasFormula, inValue] = ["", false, false, false];
  const inline = createTextCollector();

  const end = ({ type, style }: { readonly type: string; readonly style: number }) => {
    const text = type === "inlineStr" ? inline.take() : value;
    const read = cellOf({ type, style, text, hasValue: hasValue || type === "inlineStr", hasFormula }, workbook);
    if ("fault" in read || read.value !== null) cells.set(column, read);
  };
  return {
    begin: ({ r, t = "n", s = "0" }: Attributes) => {
      column = r === undefined ? column + 1 : columnOf(r);
      if (!(column >= 0 && column < LAST.column)) throw damaged(`there is no cell ${r ?? column}`);
      cell = { type: t, style: Number(s) };
      [value, hasValue, hasFormula] = ["", false, false];
      inline.take();
    },
    open: (name: string) => {
      if (!cell) return;
      if (name === "v") [inValue, hasValue] = [true, true];
      else if (name === "f") hasFormula = true;
      else inline.open(name);
    },
    text: (text: string) => {
      if (inValue) value += text;
      else if (cell) inline.text(text);
    },
    close: (name: string) => {
      if (name === "v") inValue = false;
      else if (name === "c" && cell) {
        end(cell);
        cell = null;
      } else if (cell) inline.close(name);
    },
    takeRow: (): ReadonlyMap<number, Cell> => {
      const row = cells;
      cells = new Map();
      column = -1;
      return row;
    },
  };
}

/** The column of an address, from 0: that of `C5` is 2. */
function columnOf(address: string): number {
  const letters = /^\$?([A-Za-z]{1,3})\$?\d*$/.exec(address)?.[1];
  if (letters === undefined) return -1;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The letters of a column: those of 2 are `C`. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? columnLetters(rest) : "") + String.fromCharCode(65 + (column % 26));
}
