import { cellOfText } from "@postil/domain/text/spreadsheet-cell";
import { stringify } from "csv-stringify/sync";
import { DEFINITION, type Writer } from "./writer.ts";

export type Cell = string | null;
export type Column<Row> = { readonly name: string; readonly cell: (row: Row) => Cell };

/** By this spreadsheets know that what follows is UTF-8. */
const MARK = "\uFEFF";
/** An empty text has quotes, no value has none. */
const OPTIONS = {
  record_delimiter: "\r\n",
  quoted_match: /[\r\n]/,
  cast: { string: (value: string) => (value === "" ? { value, quoted_empty: true } : value) },
} as const;

/** CSV, a record a row, of which no cell is a formula to a spreadsheet. `read`: once a row, for all of its cells. */
export function tableWriter<Row, Read>(columns: readonly Column<Read>[], read: (row: Row) => Read): Writer<Row> {
  const cellsOf = (cells: readonly Cell[]) => cells.map((cell) => (cell === null ? null : cellOfText(cell)));
  return {
    begin: MARK + stringify([cellsOf([...columns.map(({ name }) => name), DEFINITION])], OPTIONS),
    write: (rows, definition) => {
      if (rows.length === 0)
        return definition === null ? "" : stringify([cellsOf([...columns.map(() => null), definition])], OPTIONS);
      const table = rows.map((row, index) => {
        const values = read(row);
        return cellsOf([...columns.map(({ cell }) => cell(values)), index === 0 ? definition : null]);
      });
      // All at once: to set it up takes longer than a row.
      return stringify(table, OPTIONS);
    },
  };
}
