/** Reads the lines of a table in two ways at once: quotes that enclose cells, and quotes as ordinary characters. */

/** A quote in an unusual place: the line where it begins, and the line where its cell would end. */
export type OddQuote = { readonly from: number; readonly to: number; readonly never?: boolean };

/** What the lines of a table hold, read in both ways. */
export class Scan {
  /** Lines that are not empty, and lines whose column count differs from the first line if quotes are ordinary characters. */
  lines = 0;
  unlikeAsCharacters = 0;
  /** The same two counts for rows, if quotes enclose cells. */
  rows = 0;
  unlikeAsQuotes = 0;
  /** The column count of the first line, for each way of reading. */
  columns = { asCharacters: 0, asQuotes: 0 };
  /** Cells that run over several lines. */
  longCells = 0;
  /** Cells whose quotes are clearly intended: a separator inside, a doubled quote, or lines that are no rows by themselves. */
  meant = 0;
  /** Cells in quotes, with any content. */
  quoted = 0;
  isFirstQuoted = false;
  /** Quotes that would join lines, although each of the lines is a row by itself. */
  readonly joining: OddQuote[] = [];
  /** Other odd quotes: they close in the middle of a cell, or never. */
  readonly broken: OddQuote[] = [];
}

const QUOTE = '"';
/** The maximum number of odd quotes to report. */
const MOST_ODD = 1000;

/** Takes one line at a time; call `end` after the last line. */
export function createScan(separator: string, first = 1): { line(text: string): void; end(): Scan } {
  const scan = new Scan();
  let at = first - 1;
  let row = { cells: 0, quotedSeparators: 0, from: 0 };
  let open: { readonly from: number; allRows: boolean } | null = null;

  const note = (list: OddQuote[], odd: OddQuote) => {
    if (list.length < MOST_ODD) list.push(odd);
  };
  const cellsIn = (text: string): number => {
    let cells = 1;
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) cells++;
    return cells;
  };

  const line = (given: string): void => {
    at++;
    const text = given.endsWith("\r") ? given.slice(0, -1) : given;
    if (text.trim() === "" && !open) return;
    scan.lines++;
    const isFirst = scan.lines === 1;
    const cells = cellsIn(text);
    if (isFirst) scan.columns.asCharacters = cells;
    const fits = cells === scan.columns.asCharacters;
    if (!fits) scan.unlikeAsCharacters++;
    if (open) open.allRows &&= fits;
    else row = { cells: 0, quotedSeparators: 0, from: at };
    if (open || text.includes(QUOTE)) readCells(text, fits);
    else row.cells = cells;
    if (!open) endRow(fits);
  };

  /** Starts at the beginning of a line, which may be the middle of a cell. */
  const readCells = (text: string, fits: boolean) => {
    let from = 0;
    while (from <= text.length) {
      if (open || text.startsWith(QUOTE, from)) {
        from = readQuoted(text, open ? from : from + 1, fits);
        if (from < 0) return;
      } else {
        const end = text.indexOf(separator, from);
        from = end < 0 ? text.length + 1 : end + separator.length;
      }
      row.cells++;
    }
  };

  /** Returns the start of the next cell; -1 means that the cell continues on the next line. */
  const readQuoted = (text: string, from: number, fits: boolean): number => {
    let end = text.indexOf(QUOTE, from);
    for (; end >= 0 && text.startsWith(QUOTE, end + 1); end = text.indexOf(QUOTE, end + 2)) scan.meant++;
    if (end < 0) {
      open ??= { from: at, allRows: fits };
      return -1;
    }
    const began = open;
    open = null;
    const next = end + 1;
    const isClosed = next === text.length || text.startsWith(separator, next);
    if (began) noteLong(began, isClosed);
    else if (!isClosed) note(scan.broken, { from: at, to: at });
    else {
      scan.quoted++;
      if (text.slice(from, end).includes(separator)) row.quotedSeparators++;
    }
    if (isClosed) return next === text.length ? text.length + 1 : next + separator.length;
    const after = text.indexOf(separator, next);
    return after < 0 ? text.length + 1 : after + separator.length;
  };

  const noteLong = ({ from, allRows }: { readonly from: number; readonly allRows: boolean }, isClosed: boolean) => {
    scan.longCells++;
    if (!isClosed) note(scan.broken, { from, to: at });
    else if (allRows && scan.columns.asCharacters > 1) note(scan.joining, { from, to: at });
    else scan.meant++;
  };

  const endRow = (fits: boolean) => {
    scan.rows++;
    if (scan.rows === 1) {
      scan.columns.asQuotes = row.cells;
      scan.isFirstQuoted = scan.quoted > 0;
    }
    const isLike = row.cells === scan.columns.asQuotes;
    if (!isLike) scan.unlikeAsQuotes++;
    if (row.quotedSeparators === 0) return;
    if (isLike || !fits) scan.meant += row.quotedSeparators;
    else note(scan.broken, { from: row.from, to: at });
  };

  const end = () => {
    if (open) note(scan.broken, { from: open.from, to: at, never: true });
    return scan;
  };
  return { line, end };
}

/** Decides what quotes mean in a table with these lines; "unclear" means that the lines do not tell. */
export function judgeQuotes(scan: Scan): "quotes" | "characters" | "unclear" {
  const odd = scan.joining.length + scan.broken.length;
  if (odd === 0) return "quotes";
  const areMeant = scan.meant > 0 || scan.isFirstQuoted || scan.quoted >= Math.max(scan.rows, 2);
  if (!areMeant && scan.unlikeAsCharacters <= scan.lines / 20) return "characters";
  // A quote that closes in the middle of a one-line cell is an ordinary character there.
  return scan.broken.some(({ from, to, never }) => never === true || to > from) ? "unclear" : "quotes";
}
