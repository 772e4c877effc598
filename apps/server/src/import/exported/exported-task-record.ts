import type { Task } from "@postil/domain/datasets/dataset";
import { byName, sameJson } from "@postil/domain/objects";
import { mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import { textOfCell, valueOfCell } from "@postil/domain/text/spreadsheet-cell";
import { BadValue, PLACE, type Row, type SoundRow } from "../row.ts";
import {
  annotationPartOfCell,
  byAgentOfCell,
  entitiesOfRow,
  isMembers,
  type TaskRecordInput,
  type WireAnnotationPart,
} from "../tasks/task-record.ts";
import { type CsvRow, jsonIn, membersOf } from "./exported-record.ts";

/**
 * Reads a row of an exported task dataset as a record. Returns null for a row that only describes the dataset. Throws a
 * {@link BadValue} if the row is not a valid record.
 */
export function exportedTaskRecord(task: Task, { row: read, text }: SoundRow): TaskRecordInput | null {
  if (Object.entries(read).every(([name, value]) => name === PLACE || value === null)) return null;
  const { row, metadataText } =
    text === undefined
      ? rowFromTaskCells(read as CsvRow) // exact cells are texts
      : { row: read, metadataText: mayLoseForm(text) ? text : null };
  const record = {
    id: row.id,
    ...ownPart(task, row),
    status: row.status,
    event_timestamp: row.event_timestamp,
    prediction: annotationPartOfCell(
      { task, side: "prediction", column: "prediction", isFinal: true },
      row.prediction,
      agentOf(row, "prediction"),
    ),
    predictions: othersIn(task, row, "prediction"),
    annotation: annotationOf(task, row),
    annotations: othersIn(task, row, "annotation"),
    metadata: metadataOf(row, metadataText, text !== undefined),
    vectors: row.vectors,
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
}

function ownPart(task: Task, { text, ...row }: Row): TaskRecordInput {
  if (task === "Text2Text") return { text: row.source };
  if (task === "TokenClassification") return { text, tokens: row.tokens };
  const only = text === null || text === undefined ? {} : { text };
  const inputs = isMembers(row.inputs) ? { ...only, ...row.inputs } : (row.inputs ?? only);
  return { inputs, multi_label: row.multi_label, explanation: row.explanation };
}

type Side = "prediction" | "annotation";

/** The agent if the file no longer names one. */
const NOBODY = "import";
const agentOf = (row: Row, side: Side): string => {
  const agent = row[`${side}_agent`];
  return typeof agent === "string" ? agent : NOBODY;
};

const COLUMNS = { TextClassification: ["label", "labels"], TokenClassification: ["entities"], Text2Text: ["target"] };

function annotationOf(task: Task, row: Row): WireAnnotationPart | null {
  const agent = agentOf(row, "annotation");
  const column = COLUMNS[task].find((name) => (row[name] ?? null) !== null);
  const part =
    column === undefined
      ? null
      : annotationPartOfCell({ task, side: "annotation", column, isFinal: true }, row[column], agent);
  const tagged = task === "TokenClassification" ? entitiesOfRow("tags", row) : null;
  if (tagged === null) return part;
  if (part === null) return { agent, entities: tagged };
  // Both columns say the same, unless a user has edited one of them.
  const places = (part.entities as readonly Row[]).map(({ label, start, end }) => ({ label, start, end })); // of this task
  if (!sameJson(byPlace(places), byPlace(tagged)))
    throw new BadValue("tags", row.tags, 'says something else than "entities"; leave one of the two columns out');
  return part;
}

const byPlace = (entities: readonly Row[]) => entities.toSorted((a, b) => Number(a.start) - Number(b.start));

function othersIn(task: Task, row: Row, side: Side): TaskRecordInput | null {
  const column = `${side}s`;
  const cell = row[column] ?? null;
  if (cell === null) return null;
  if (!isMembers(cell)) throw new BadValue(column, cell, "is not what an export holds: a map by agent");
  return byAgentOfCell({ task, side, column, isFinal: true }, cell);
}

/** `exact`: JSON text that keeps the form of numbers. For a JSON line it is the text of the whole line. */
function metadataOf({ metadata }: Row, exact: string | null, isLine: boolean): unknown {
  if (exact === null || !mayLoseForm(exact)) return metadata;
  const read = parseKeepingForm(exact);
  return isLine ? (read as Row).metadata : read; // an object, as the earlier read has shown
}

/** The columns of an exported table that hold JSON. Except for {@link TEXTS}, all others hold texts. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(
  "tokens tags entities annotations prediction predictions multi_label explanation vectors".split(" "),
);
/** Columns with a text, or a list as JSON. */
const TEXTS: ReadonlySet<string> = new Set(["label", "labels", "target"]);

/**
 * Reads the cells of a row into the form of a JSON line. Also returns the metadata as JSON text that keeps the form of
 * numbers.
 */
function rowFromTaskCells(cells: CsvRow): { readonly row: Row; readonly metadataText: string | null } {
  // A map has one column for each key, and one JSON column for the rest.
  const inputs = membersIn("inputs", cells, (cell) => JSON.stringify(cell));
  const metadataText = membersIn("metadata", cells, valueOfCell);
  const row = byName<unknown>();
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
    } else if (column === map) members.push(...membersOf(column, cell));
  }
  return members.length === 0 ? null : `{${members.join()}}`;
}
