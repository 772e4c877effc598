/**
 * Spreadsheets run a cell that begins with one of these characters as a formula, and a formula can send the data beside
 * it away. With an apostrophe in front, all of them treat the cell as text.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MARKED = /^'+[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
/**
 * If semicolons or tabs separate cells, a quote in the middle of a cell is an ordinary character. A new cell then
 * begins at each semicolon or tab inside a text, and a new row at each line break.
 */
const INNER = /([;\t\r\n])(?=["' ]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;
const INNER_MARKED = /([;\t\r\n])'(?=["' ]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

/** No spreadsheet runs this cell as a formula, whatever separates its cells. Numbers are no formulas. */
export function cellOfText(text: string): string {
  if (NUMBER.test(text)) return text;
  const inside = text.replaceAll(INNER, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}

/** The text from which {@link cellOfText} made the cell. */
export const textOfCell = (cell: string): string =>
  (MARKED.test(cell) ? cell.slice(1) : cell).replaceAll(INNER_MARKED, "$1");

/** True if a cell of terms is JSON. A single text is written as it is, unless it looks like a list or a quoted text. */
export const readsAsJson = (term: string): boolean => /^["[]/.test(term);

/** A cell that looks like the JSON of another value than a text. */
const OTHER_VALUE = /^(?:["[{].*|true|false|null)$/s;

/** A cell for any value. A text is written as it is, unless it looks like another value. */
export const cellOfValue = (value: unknown): string =>
  typeof value === "string" && !OTHER_VALUE.test(value) && !NUMBER.test(value) ? value : JSON.stringify(value);

/** The JSON of the value that {@link cellOfValue} wrote: as text, so that numbers keep their form. */
export const valueOfCell = (cell: string): string =>
  OTHER_VALUE.test(cell) || NUMBER.test(cell) ? cell : JSON.stringify(cell);
