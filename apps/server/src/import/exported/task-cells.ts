import { parseWithNames } from "@postil/domain/text/json-names";
import { textOfCell, valueOfCell } from "@postil/domain/text/spreadsheet-cell";
import type { Row } from "../row.ts";
import { type CsvRow, jsonIn } from "./csv-row.ts";

/** Columns of an exported table that hold JSON; all others but those below hold texts. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(
  "tokens tags entities annotations prediction predictions multi_label explanation vectors".split(" "),
);
/** A text, or a list of JSON. */
const TEXTS: ReadonlySet<string> = new Set(["label", "labels", "target"]);

/** What the cells of a row tell, as a line would, and the metadata as JSON whose numbers have their form. */
export function rowFromTaskCells(cells: CsvRow): { readonly row: Row; readonly metadataText: string | null } {
  // A map has columns for its keys, and one of JSON for what these do not hold.
  const inputs = membersIn("inputs", cells, (cell) => JSON.stringify(cell));
  const metadataText = membersIn("metadata", cells, valueOfCell);
  const row: { [column: string]: unknown } = {};
  for (const [column, written] of Object.entries(cells))
    if (!/^(?:inputs|metadata)(?:\.|$)/.test(column))
      row[column] = written === null ? null : valueIn(column, textOfCell(written));
  const read = (text: string | null) => (text === null ? null : parseWithNames(text));
  return { row: { ...row, inputs: read(inputs), metadata: read(metadataText) }, metadataText };
}

function valueIn(column: string, cell: string): unknown {
  if (column === "id") return jsonIn(column, valueOfCell(cell));
  if (JSON_COLUMNS.has(column) || (TEXTS.has(column) && cell.startsWith("["))) return jsonIn(column, cell);
  return cell;
}

function membersIn(map: string, cells: CsvRow, jsonOf: (cell: string) => string): string | null {
  const members: string[] = [];
  for (const [column, written] of Object.entries(cells)) {
    if (written === null) continue;
    const cell = textOfCell(written);
    if (column.startsWith(`${map}.`)) {
      const json = jsonOf(cell);
      jsonIn(column, json);
      members.push(`${JSON.stringify(column.slice(map.length + 1))}:${json}`);
    } else if (column === map) {
      jsonIn(column, cell);
      const others = cell.trim().slice(1, -1).trim();
      if (others !== "") members.push(others);
    }
  }
  return members.length === 0 ? null : `{${members.join()}}`;
}
