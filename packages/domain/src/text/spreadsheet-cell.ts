/**
 * Spreadsheets run a cell that begins with one of these as a formula, and a formula can send away what stands beside it. With
 * an apostrophe in front it is text to all of them.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MARKED = /^'+[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
/**
 * Where semicolons or tabs separate cells, a quote in the middle of one is a character like others: a cell begins at each of
 * these inside of a text, and a row at each end of a line.
 */
const INNER = /([;\t\r\n])(?=["' ]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
const INNER_MARKED = /([;\t\r\n])'(?=["' ]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

/** The text as a cell that no spreadsheet runs, whatever it takes for the end of a cell. Numbers are none, negative ones neither. */
export function cellOfText(text: string): string {
  if (NUMBER.test(text)) return text;
  const inside = text.replaceAll(INNER, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}

/** The text a cell was made of by {@link cellOfText}. */
export const textOfCell = (cell: string): string =>
  (MARKED.test(cell) ? cell.slice(1) : cell).replaceAll(INNER_MARKED, "$1");

/**
 * Whether a cell of terms is JSON: one that is a text alone stands as it is, unless it would be taken for a list or for a text in
 * quotes.
 */
export const readsAsJson = (term: string): boolean => /^["[]/.test(term);

/** What JSON of other values than texts looks like. */
const OTHER_VALUE = /^(?:["[{].*|true|false|null)$/s;

/** Any value in a cell: a text stands as it is unless it would be taken for another value. */
export const cellOfValue = (value: unknown): string =>
  typeof value === "string" && !OTHER_VALUE.test(value) && !NUMBER.test(value) ? value : JSON.stringify(value);

/** The JSON of the value that {@link cellOfValue} wrote: as text, in which numbers have their form. */
export const valueOfCell = (cell: string): string =>
  OTHER_VALUE.test(cell) || NUMBER.test(cell) ? cell : JSON.stringify(cell);
