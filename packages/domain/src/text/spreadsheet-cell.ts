/**
 * Spreadsheets run a cell that begins with one of these as a formula, and a formula can send away what stands beside it. With
 * an apostrophe in front it is text to all of them.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const MARKED = /^'+[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** The text as a cell that no spreadsheet runs. Numbers are none, negative ones neither. */
export const cellOfText = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

/** The text a cell was made of by {@link cellOfText}. */
export const textOfCell = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
