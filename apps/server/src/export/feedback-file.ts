import { metadataPropertyToWire, settingsToWire } from "@postil/contract/feedback/parts-mapping";
import { timeToWire } from "@postil/contract/wire/mapping";
import type { MetadataSettings } from "@postil/domain/datasets/metadata-property";
import type { QuestionType } from "@postil/domain/datasets/question";
import { byName, ownOf } from "@postil/domain/objects";
import { isPlainAnswer } from "@postil/domain/records/question-types";
import { numberIn, parseWithForm, parseWithNames } from "@postil/domain/text/json-text";
import { readsAsJson } from "@postil/domain/text/spreadsheet-cell";
import { loadFields, metadataPropertyFromRow } from "../storage/dataset-rows.ts";
import type { ExportedResponse, ExportedRow, ExportedSuggestion, RecordParts } from "../storage/exported-rows.ts";
import { rowsOf } from "../storage/statements.ts";
import type { Db } from "../storage/tables.ts";
import { type DatasetRow, loadQuestions } from "../usecases/feedback/load.ts";
import { parquetTable } from "./parquet-file.ts";
import {
  type Cell,
  type Column,
  csvCell,
  csvPiece,
  type ExportParts,
  type FileWish,
  type Guard,
  guardOf,
  linesWriter,
  onOneLine,
  type Table,
  type Tally,
  tableWriter,
  type Writer,
} from "./writer.ts";

/** The definition of a dataset without its records, as in the first row of a file. */
export type Definition = Awaited<ReturnType<typeof readDefinition>>;

export async function readDefinition(db: Db, dataset: DatasetRow) {
  const of = dataset.id;
  const fields = await loadFields(db, of);
  const questions = await loadQuestions(db, of);
  const properties = (
    await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", of).orderBy("key").execute()
  ).map(metadataPropertyFromRow);
  const vectors = await rowsOf(db, "vector_settings", { dataset_id: of })
    .select(["key", "name", "title", "dimensions"])
    .orderBy("key")
    .execute();
  const text = JSON.stringify({
    version: 1,
    name: dataset.name,
    status: dataset.status,
    guidelines: dataset.guidelines,
    allow_extra_metadata: dataset.allow_extra_metadata === 1,
    ...(dataset.metadata === null ? {} : { dataset_metadata: parseWithNames(dataset.metadata) }),
    fields: fields.map(({ name, title, description, required, settings }) => ({
      name,
      title,
      ...(description === null ? {} : { description }),
      required,
      settings: settingsToWire(settings),
    })),
    questions: questions.map(({ name, title, description, required, settings }) => ({
      name,
      title,
      description,
      required,
      settings: settingsToWire(settings),
    })),
    metadata: properties.map((property) => {
      const { name, title, settings, visible_for_annotators } = metadataPropertyToWire(property);
      return { name, title, settings, visible_for_annotators };
    }),
    vectors: vectors.map(({ name, title, dimensions }) => ({ name, title, dimensions })),
  });
  // The text is JSON on one line.
  return { questions, fields: fields.map(({ name }) => name), properties, vectors, text };
}

/** The full export: everything that is wanted of each record. */
export function feedbackWriter(
  wish: Pick<FileWish, "format" | "parts" | "guard">,
  definition: Definition,
  tally: Tally,
): Writer<ExportedRow> {
  const { format, parts, guard } = wish;
  if (format === "jsonl") return jsonLines(parts, definition);
  const table = tableOf(parts, definition);
  const text = unguarded(definition.text, format === "csv" && guard);
  return format === "csv"
    ? tableWriter(table, text, guardOf(wish, tally))
    : parquetTable(table, countedRow(wholeRowOf(parts, definition), tally), text);
}

/** Characters of the responses, suggestions and vectors of one record, if it has to be whole in memory. */
const LARGEST_ROW = 64 * 2 ** 20;

type Named = { readonly name: string };

class TooLarge extends Error {}

/**
 * Reads a record that came in parts as a whole one; null if it is too large to be held (EXS-09). Only JSON Lines and CSV of the
 * full export can do without.
 */
export const wholeRowOf = (wanted: ExportParts, definition: Pick<Definition, "questions" | "vectors">) => {
  const read = partsReader(wanted, definition);
  return async (row: ExportedRow): Promise<ExportedRow | null> => {
    try {
      return row.parts ? await read(row.record, row.parts) : row;
    } catch (error) {
      if (error instanceof TooLarge) return null;
      throw error;
    }
  };
};

const partsReader =
  (wanted: ExportParts, { questions, vectors }: Pick<Definition, "questions" | "vectors">) =>
  async (record: ExportedRow["record"], parts: RecordParts): Promise<ExportedRow> => {
    let characters = 0;
    const counted = <T>(part: T): T => {
      characters += JSON.stringify(part).length;
      if (characters > LARGEST_ROW) throw new TooLarge();
      return part;
    };
    const responses: ExportedResponse[] = [];
    const suggestions = new Map<string, ExportedSuggestion>();
    const found = new Map<string, readonly number[]>();
    const readAll = async <T>(
      all: readonly Named[],
      into: Map<string, T>,
      read: (name: string) => Promise<T | null>,
    ) => {
      for (const { name } of all) {
        const part = await read(name);
        if (part !== null) into.set(name, counted(part));
      }
    };
    await readAll(wanted.suggestions ? questions : [], suggestions, parts.suggestion);
    await readAll(wanted.vectors ? vectors : [], found, parts.vector);
    if (wanted.responses) for await (const one of parts.responses()) responses.push(counted(one));
    const vectorsOf = Object.assign(byName<readonly number[]>(), Object.fromEntries(found));
    return { record, suggestions: [...suggestions.values()], responses, vectors: vectorsOf };
  };

/** Counts the records that are too large. */
const countedRow =
  (whole: ReturnType<typeof wholeRowOf>, { leftOut }: Pick<Tally, "leftOut">) =>
  async (row: ExportedRow): Promise<ExportedRow | null> => {
    const found = await whole(row);
    if (found === null) leftOut.set("too_large", (leftOut.get("too_large") ?? 0) + 1);
    return found;
  };

/** The import removes the guard of cells, unless the definition says that there is none. */
export const unguarded = (definition: string, guard: boolean): string =>
  guard ? definition : `${definition.slice(0, -1)},"guard":false}`;

/** One record per line. Stored JSON is written unchanged: it is not parsed, and numbers keep their form. */
const jsonLines = (parts: ExportParts, definition: Definition): Writer<ExportedRow> =>
  linesWriter(
    (row) => (row.parts ? lineInPieces(row.record, parts, row.parts, definition) : wholeLine(row, parts)),
    definition.text,
  );

const json = (text: string | null): string => (text === null ? "null" : JSON.stringify(text));

function wholeLine({ record, suggestions, responses, vectors }: ExportedRow, parts: ExportParts): string {
  let line = beginOf(record, parts);
  if (suggestions) line += `,"suggestions":[${suggestions.map(suggestionOf).join()}]`;
  if (responses) line += `,"responses":${responsesOf(responses)}`;
  if (vectors) line += `,"vectors":${JSON.stringify(vectors)}`;
  return line + endOf(record);
}

async function* lineInPieces(
  record: ExportedRow["record"],
  wanted: ExportParts,
  read: RecordParts,
  { questions, vectors }: Definition,
): AsyncGenerator<string> {
  yield beginOf(record, wanted);
  if (wanted.suggestions) yield* listOf('"suggestions":[', each(questions, read.suggestion, suggestionOf), "]");
  if (wanted.responses) yield* listOf('"responses":[', responsePieces(read), "]");
  if (wanted.vectors) {
    const member = (vector: readonly number[], name: string) => `${JSON.stringify(name)}:${JSON.stringify(vector)}`;
    yield* listOf('"vectors":{', each(vectors, read.vector, member), "}");
  }
  yield endOf(record);
}

async function* each<T>(
  all: readonly Named[],
  read: (name: string) => Promise<T | null>,
  write: (found: T, name: string) => string,
): AsyncGenerator<string> {
  for (const { name } of all) {
    const found = await read(name);
    if (found !== null) yield write(found, name);
  }
}

/** A list member of a line, with a comma before each item except the first. */
async function* listOf(begin: string, items: AsyncIterable<string>, end: string): AsyncGenerator<string> {
  let before = `,${begin}`;
  for await (const item of items) {
    yield before;
    yield item;
    before = ",";
  }
  yield before === "," ? end : before + end;
}

function beginOf(record: ExportedRow["record"], { metadata }: ExportParts): string {
  const line = `"id":"${record.id}","external_id":${json(record.external_id)},"fields":${onOneLine(record.fields)}`;
  return metadata ? `${line},"metadata":${record.metadata === null ? "null" : onOneLine(record.metadata)}` : line;
}

const endOf = (record: ExportedRow["record"]): string =>
  `,"inserted_at":"${timeToWire(record.inserted_at)}","updated_at":"${timeToWire(record.updated_at)}"`;

const suggestionOf = ({ question, value, type, agent, score }: ExportedSuggestion): string =>
  `{"question":"${question}","value":${value},"type":${json(type)},"agent":${json(agent)},"score":${score}}`;

/** The responses as a JSON list; a CSV cell has the same text. */
const responsesOf = (responses: readonly ExportedResponse[]): string => `[${responses.map(responseOf).join()}]`;

/** The same one by one, without brackets and commas. */
async function* responsePieces(read: RecordParts): AsyncGenerator<string> {
  for await (const response of read.responses()) yield responseOf(response);
}

const responseOf = ({ user, status, values, insertedAt, updatedAt }: ExportedResponse): string =>
  `{"user":${json(user)},"status":"${status}","values":${values},"inserted_at":"${timeToWire(insertedAt)}","updated_at":"${timeToWire(updatedAt)}"}`;

type MetadataType = MetadataSettings["type"];
type Values = { readonly [name: string]: unknown };
/** A row with its JSON parsed. */
type ReadRow = ExportedRow & {
  readonly fields: Values;
  readonly metadata: Values | null;
  readonly rest: Values | null;
};

/** The part of a large record that a column needs. Columns of the same part share the object: it is read once. */
type Needs = "responses" | { readonly suggestion: string } | { readonly vector: string };
type RowColumn = Column<ReadRow> & { readonly needs?: Needs };

/** One column for each field, declared metadata property and part of a suggestion; responses are one column of JSON. */
function tableOf(parts: ExportParts, definition: Definition): Table<ExportedRow, ReadRow> {
  const declared = new Map(definition.properties.map(({ name, settings }) => [name, settings.type]));
  const columns = columnsOf(parts, definition);
  const read = (row: ExportedRow) => readRow(row, declared);
  return {
    columns,
    read,
    inPieces: (row, definition, guard) =>
      row.parts ? rowInPieces(columns, read(row), row.parts, { definition, guard }) : null,
  };
}

type Around = { readonly definition: string | null; readonly guard: Guard };

/** Writes a row with only one suggestion, response or vector in memory at a time. */
async function* rowInPieces(
  columns: readonly RowColumn[],
  row: ReadRow,
  parts: RecordParts,
  { definition, guard }: Around,
): AsyncGenerator<string> {
  let read: { readonly needs: Needs | undefined; readonly row: ReadRow } = { needs: undefined, row };
  for (const { cell, needs } of columns) {
    if (needs === "responses") yield* responsesCell(parts, guard);
    else {
      if (needs !== read.needs) read = { needs, row: { ...row, ...(await readNeeded(parts, needs)) } };
      yield csvCell(cell(read.row), guard);
    }
    yield ",";
  }
  yield `${csvCell(definition, String)}\r\n`;
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

async function* responsesCell(parts: RecordParts, guard: Guard): AsyncGenerator<string> {
  let before = '"[';
  for await (const response of responsePieces(parts)) {
    yield before;
    yield csvPiece(response, guard);
    before = ",";
  }
  yield before === "," ? ']"' : csvCell("[]", guard);
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

/** True if the value can be read back from its property's column. A value older than the property may have any type. */
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
