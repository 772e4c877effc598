import { timeToWire } from "@postil/contract/wire/time";
import { isPlainAnswer } from "@postil/domain/answers/question-types";
import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { QuestionType } from "@postil/domain/datasets/question";
import { ownOf } from "@postil/domain/own";
import { numberIn, parseWithForm } from "@postil/domain/text/json-numbers";
import { readsAsJson } from "@postil/domain/text/spreadsheet-cell";
import type { ExportedRow } from "../storage/exported-rows.ts";
import type { RecordParts } from "../storage/record-parts.ts";
import type { Definition } from "./definition.ts";
import { responsePieces, responsesOf } from "./json-lines.ts";
import { type Cell, type Column, csvCell, csvPiece, tableWriter } from "./table.ts";
import type { ExportParts, Writer } from "./writer.ts";

type MetadataType = MetadataSettings["type"];
type Values = { readonly [name: string]: unknown };
/** A row with its JSON parsed. */
type ReadRow = ExportedRow & {
  readonly fields: Values;
  readonly metadata: Values | null;
  readonly rest: Values | null;
};

/**
 * The part of a large record that a column needs. Columns of the same part share the object, so that the part is read once.
 */
type Needs = "responses" | { readonly suggestion: string } | { readonly vector: string };
type RowColumn = Column<ReadRow> & { readonly needs?: Needs };

/**
 * One column for each field, each declared metadata property and each part of a suggestion; responses are one column of JSON.
 */
export function csv(parts: ExportParts, definition: Definition): Writer {
  const declared = new Map(definition.properties.map(({ name, settings }) => [name, settings.type]));
  const columns = columnsOf(parts, definition);
  const table = tableWriter(columns, (row: ExportedRow) => readRow(row, declared));
  return {
    begin: table.begin,
    write: (rows, definition) => {
      const [row] = rows;
      return row?.parts
        ? rowInPieces(columns, readRow(row, declared), row.parts, definition)
        : table.write(rows, definition);
    },
  };
}

/** Writes a row with only one suggestion, response or vector in memory at a time. */
async function* rowInPieces(
  columns: readonly RowColumn[],
  row: ReadRow,
  parts: RecordParts,
  definition: string | null,
): AsyncGenerator<string> {
  let read: { readonly needs: Needs | undefined; readonly row: ReadRow } = { needs: undefined, row };
  for (const { cell, needs } of columns) {
    if (needs === "responses") yield* responsesCell(parts);
    else {
      if (needs !== read.needs) read = { needs, row: { ...row, ...(await readNeeded(parts, needs)) } };
      yield csvCell(cell(read.row));
    }
    yield ",";
  }
  yield `${csvCell(definition)}\r\n`;
}

async function readNeeded(parts: RecordParts, needs: Exclude<Needs, "responses"> | undefined) {
  if (!needs) return {};
  if ("suggestion" in needs) {
    const found = await parts.suggestion(needs.suggestion);
    return { suggestions: found ? [found] : [] };
  }
  const found = await parts.vector(needs.vector);
  return { vectors: found ? { [needs.vector]: found } : {} };
}

async function* responsesCell(parts: RecordParts): AsyncGenerator<string> {
  let before = '"[';
  for await (const response of responsePieces(parts)) {
    yield before;
    yield csvPiece(response);
    before = ",";
  }
  yield before === "," ? ']"' : csvCell("[]");
}

function columnsOf(parts: ExportParts, { fields, properties, questions, vectors }: Definition): readonly RowColumn[] {
  return [
    { name: "id", cell: ({ record }) => record.id },
    { name: "external_id", cell: ({ record }) => record.external_id },
    ...fields.map((name): RowColumn => ({ name: `fields.${name}`, cell: (row) => textOf(ownOf(row.fields, name)) })),
    ...(parts.metadata
      ? [
          ...properties.map(
            ({ name }): RowColumn => ({
              name: `metadata.${name}`,
              cell: ({ metadata, rest }) => metadataOf(metadata, rest, name),
            }),
          ),
          { name: "metadata", cell: ({ rest }: ReadRow) => rest && JSON.stringify(rest) },
        ]
      : []),
    ...(parts.suggestions ? questions.flatMap(({ name, settings }) => suggestionColumns(name, settings.type)) : []),
    ...(parts.responses
      ? [
          {
            name: "responses",
            cell: ({ responses }: ReadRow) => responsesOf(responses ?? []),
            needs: "responses" as const,
          },
        ]
      : []),
    ...(parts.vectors
      ? vectors.map(
          ({ name }): RowColumn => ({
            name: `vectors.${name}`,
            needs: { vector: name },
            cell: ({ vectors }) => {
              const vector = ownOf(vectors, name);
              return vector === undefined ? null : JSON.stringify(vector);
            },
          }),
        )
      : []),
    { name: "inserted_at", cell: ({ record }) => timeToWire(record.inserted_at) },
    { name: "updated_at", cell: ({ record }) => timeToWire(record.updated_at) },
  ];
}

function suggestionColumns(question: string, type: QuestionType): readonly RowColumn[] {
  const needs = { suggestion: question };
  const of = (read: (suggestion: NonNullable<ExportedRow["suggestions"]>[number]) => Cell) => (row: ReadRow) => {
    const found = row.suggestions?.find((one) => one.question === question);
    return found ? read(found) : null;
  };
  const name = `suggestions.${question}`;
  return [
    { name, needs, cell: of(({ value }) => (isPlainAnswer(type) ? textOf(JSON.parse(value)) : value)) },
    { name: `${name}.type`, needs, cell: of((suggestion) => suggestion.type) },
    { name: `${name}.agent`, needs, cell: of(({ agent }) => agent) },
    { name: `${name}.score`, needs, cell: of(({ score }) => score) },
  ];
}

function readRow(row: ExportedRow, declared: ReadonlyMap<string, MetadataType>): ReadRow {
  const { fields, metadata } = row.record;
  const read = metadata === null ? null : (parseWithForm(metadata) as Values); // the rules allow only this type
  const rest =
    read && Object.fromEntries(Object.entries(read).filter(([name, value]) => !isColumns(declared.get(name), value)));
  return { ...row, fields: JSON.parse(fields), metadata: read, rest };
}

/**
 * True if the value can be read back from the column of its property. A value that is older than the property may have any
 * type.
 */
function isColumns(type: MetadataType | undefined, value: unknown): boolean {
  if (type === "terms") return typeof value === "string" || Array.isArray(value);
  return type !== undefined && numberIn(value) !== null;
}

const textOf = (value: unknown): Cell => (typeof value === "string" ? value : null);

/** A term that looks like JSON is written as JSON. */
function metadataOf(metadata: Values | null, rest: Values | null, name: string): Cell {
  const value = ownOf(metadata, name);
  if (value === undefined || Object.hasOwn(rest ?? {}, name)) return null;
  return typeof value === "string" && !readsAsJson(value) ? value : JSON.stringify(value);
}
