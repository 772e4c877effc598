import { StartFailure } from "../../start-failure.ts";
import { readCell } from "../read-csv.ts";
import { counted, excerpt, NOTHING_DECLARED, once, type ReadRow, rejoin, type SourceForm } from "../row.ts";
import { headerOf } from "../table-form.ts";
import type { FileWishes } from "../wishes.ts";
import { type Cell, isBeyondExcel, type Workbook } from "./excel-cells.ts";
import {
  openParts,
  type Parts,
  readDateStyles,
  readSharedTexts,
  readWorkbook,
  type SharedTexts,
  type SheetPlace,
} from "./excel-parts.ts";
import {
  columnLetters,
  heightsOf,
  readSheet,
  type SheetHeight,
  type SheetMarks,
  type SheetRow,
} from "./excel-sheet.ts";
import { type Opened, openAt, type Place } from "./unpack.ts";

/** Reads the rows of one sheet of an Excel file. Rows have the numbers that they have in Excel. */
export function createExcelReader(place: Place, wishes: FileWishes) {
  let words: readonly string[] = [];
  let found: Pick<SourceForm, "sheet" | "sheets" | "heights"> | null = null;
  async function* rows(): AsyncGenerator<ReadRow> {
    const opened = await openAt(place);
    try {
      const parts = await openParts(opened, place.name);
      const { sheets, since1904, styles, texts } = await readWorkbook(parts);
      const shared = await readSharedTexts(parts, texts);
      const dateStyles = await readDateStyles(parts, styles);
      const marks: SheetMarks = { merged: 0, hiddenRows: 0 };
      const workbook = { since1904, dateStyles, textAt: boundedTexts(shared, opened) };
      const { sheet, sheetRows } = await chooseSheet(parts, sheets, wishes.sheet, { workbook, marks });
      const heights = found?.heights ?? (sheets.length > 1 ? await heightsOf(parts, sheets) : []);
      found = { sheet: sheet.name, sheets: sheets.map(({ name }) => name), heights };
      const { sample, rest } = await firstRows(sheetRows);
      const table = tableOf(sample, wishes);
      const seen: Seen = { rows: 0, beyond: 0, firstBeyond: null };
      for await (const row of concat(sample.slice(table.header ? 1 : 0), rest)) {
        seen.rows++;
        yield rowOf(row, table, seen);
      }
      words = [...wordsOf(sheet, { sheets, heights }, table, seen), ...markWords(marks)];
    } finally {
      await opened.handle.close();
    }
  }
  return { rows, words: () => words, sheets: () => found ?? {}, declared: () => NOTHING_DECLARED };
}

/** One long text may stand in a million cells. */
const boundedTexts =
  (texts: SharedTexts, { bound }: Opened): Workbook["textAt"] =>
  (index) => {
    const text = texts.at(index);
    bound(text?.length ?? 0);
    return text;
  };

async function* concat<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

type Reading = { readonly workbook: Workbook; readonly marks: SheetMarks };
type Chosen = { readonly sheet: SheetPlace; readonly sheetRows: AsyncIterable<SheetRow> };

/** The sheet that an option names, else the first with a row; hidden ones come last. */
async function chooseSheet(
  parts: Parts,
  sheets: readonly SheetPlace[],
  asked: string | null,
  reading: Reading,
): Promise<Chosen> {
  const { workbook, marks } = reading;
  if (asked !== null) {
    const sheet =
      sheets.find(({ name }) => name === asked) ??
      sheets.find(({ name }) => name.toLowerCase() === asked.toLowerCase());
    if (sheet) return { sheet, sheetRows: readSheet(parts, sheet, workbook, marks) };
    throw new StartFailure(`${parts.file} has no sheet ${excerpt(asked)}; it has: ${namesOf(sheets)}.`);
  }
  for (const sheet of sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))) {
    const sheetRows = readSheet(parts, sheet, workbook, marks);
    const first = await sheetRows.next();
    if (!first.done) return { sheet, sheetRows: rejoin(first.value, sheetRows) };
    [marks.merged, marks.hiddenRows] = [0, 0];
  }
  throw new StartFailure(
    `${parts.file} holds no rows: ${sheets.length === 0 ? "it has no sheet with cells" : `nothing is in ${namesOf(sheets)}`}.`,
  );
}

type Heights = NonNullable<SourceForm["heights"]>;

/** `heights`: those of all sheets, where they are told. */
const namesOf = (sheets: readonly SheetPlace[], heights: Heights | null = null): string =>
  sheets
    .map(({ name, isHidden }, at) => {
      const about = [...(isHidden ? ["hidden"] : []), ...(heights === null ? [] : [heightWords(heights[at] ?? null)])];
      return `${JSON.stringify(name)}${about.length > 0 ? ` (${about.join(", ")})` : ""}`;
    })
    .join(", ");

const heightWords = (height: SheetHeight | null): string =>
  height === null ? "rows not counted" : `${height.isExact ? "" : "about "}${counted(height.rows, "filled row")}`;

/** So many rows tell what the columns are. */
const SAMPLE = { rows: 1000, characters: 512 * 1024 };

async function firstRows(
  rows: AsyncIterable<SheetRow>,
): Promise<{ sample: SheetRow[]; rest: AsyncIterable<SheetRow> }> {
  const all = rows[Symbol.asyncIterator]();
  const sample: SheetRow[] = [];
  for (let characters = 0; sample.length < SAMPLE.rows && characters < SAMPLE.characters; ) {
    const next = await all.next();
    if (next.done) break;
    sample.push(next.value);
    for (const cell of next.value.cells.values()) characters += textIn(cell).length + 1;
  }
  return { sample, rest: { [Symbol.asyncIterator]: () => all } };
}

const textIn = (cell: Cell | undefined): string =>
  cell === undefined ? "" : "fault" in cell ? (cell.error ?? "") : String(cell.value ?? "");

type Table = {
  readonly header: boolean;
  /** The name of each column of the sheet that is read. */
  readonly columns: ReadonlyMap<number, string>;
  readonly words: readonly string[];
  /** True for what is not worth a fault: an error that an option takes for no value, or a column that is left out. */
  readonly isNothing: (column: string, error: string | undefined) => boolean;
};

/** Columns without a value in the first rows are not read, so a table may begin in any cell. */
function tableOf(sample: readonly SheetRow[], wishes: FileWishes): Table {
  const used = [...new Set(sample.flatMap(({ cells }) => [...cells.keys()]))].toSorted((a, b) => a - b);
  const { header, names, says, words } = headerOf(
    sample.map(({ cells }) => used.map((column) => textIn(cells.get(column)))),
    wishes,
    (at) => columnLetters(used[at] ?? 0),
  );
  const missing = new Set(wishes.missing);
  const ignored = new Set(wishes.ignored);
  return {
    header,
    columns: new Map(used.map((column, at) => [column, names[at] ?? ""])),
    words: [says, ...words],
    isNothing: (column, error) => ignored.has(column) || (error !== undefined && missing.has(error)),
  };
}

type Seen = { rows: number; beyond: number; firstBeyond: string | null };

function rowOf({ line, cells }: SheetRow, { columns, isNothing }: Table, seen: Seen): ReadRow {
  const values = new Map<string, Cell>();
  for (const [column, cell] of cells) {
    const name = columns.get(column);
    const address = `${columnLetters(column)}${line}`;
    if (name === undefined)
      return { line, fault: `the cell ${address} is in a column without a name: ${excerpt(textIn(cell))}` };
    if (!("fault" in cell)) values.set(name, cell);
    else if (!isNothing(name, cell.error))
      return { line, fault: `column "${name}": the cell ${address} ${cell.fault}` };
    if (isBeyondExcel(cell)) {
      seen.beyond++;
      seen.firstBeyond ??= address;
    }
  }
  return { line, ...contentOf([...columns.values()].map((name) => [name, values.get(name)] as const)) };
}

/** Texts may hold lists, as in other tables. Only then, or for large integers, are there other forms of the row. */
function contentOf(cells: readonly (readonly [name: string, cell: Cell | undefined])[]) {
  const read = cells.map(([name, cell]) => {
    const value = cell && "value" in cell ? cell.value : null;
    const whole = cell && "value" in cell ? cell.whole : undefined;
    const inner = typeof value === "string" ? readCell(value) : { value, exact: whole ?? value };
    return { name, written: value, ...inner };
  });
  const row = Object.fromEntries(read.map(({ name, value }) => [name, value]));
  const changed = read.filter(({ value, exact }) => value !== exact);
  const exact = once(() => ({ ...row, ...Object.fromEntries(changed.map((one) => [one.name, one.exact])) }));
  return {
    row,
    ...(changed.length > 0 ? { exact } : {}),
    ...(read.some(({ value, written }) => value !== written)
      ? { cells: Object.fromEntries(read.map(({ name, written }) => [name, written])) }
      : {}),
  };
}

function wordsOf(
  sheet: SheetPlace,
  { sheets, heights }: { readonly sheets: readonly SheetPlace[]; readonly heights: Heights },
  table: Table,
  { rows, beyond, firstBeyond }: Seen,
): string[] {
  const [says, ...words] = table.words;
  return [
    `  read as Excel, sheet ${JSON.stringify(sheet.name)}, ${counted(rows, "row")}; ${says}`,
    ...(sheets.length > 1
      ? [`  the file has ${sheets.length} sheets: ${namesOf(sheets, heights)}; --sheet NAME reads another one`]
      : []),
    ...words,
    ...(firstBeyond === null
      ? []
      : [
          `  ${counted(beyond, "integer has", "integers have")} more than 15 digits, the first in ${firstBeyond}: they are kept as they are in the file, but Excel itself keeps 15`,
        ]),
  ];
}

function markWords({ merged, hiddenRows }: SheetMarks): string[] {
  return [
    ...(merged === 0
      ? []
      : [
          `  ${counted(merged, "range of cells is", "ranges of cells are")} merged: the value is that of the first cell, the others are empty`,
        ]),
    ...(hiddenRows === 0
      ? []
      : [`  ${counted(hiddenRows, "row is", "rows are")} hidden in Excel, and read like the others`]),
  ];
}
