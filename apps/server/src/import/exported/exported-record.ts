import { mapOf } from "@postil/contract/wire/shape";
import { metadataFault } from "@postil/domain/records/metadata-rules";
import { isPlainAnswer } from "@postil/domain/records/question-types";
import { mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import { readsAsJson, textOfCell } from "@postil/domain/text/spreadsheet-cell";
import { z } from "zod";
import type { DatasetPlan, RecordToFill } from "../../client/fill.ts";
import { numberOf } from "../cell-values.ts";
import { BadValue, counted, type Row, type SoundRow, valueIn } from "../row.ts";
import type { Definition } from "./definition.ts";

const orNone = z.string().nullish();

/** Members under names that people chose: `z.record` drops the one called `__proto__`. */
const byName = <T extends z.ZodType>(value: T) => mapOf(value, {});

/** A record as an export writes it. All other members come from the server: ids and times. */
const Exported = z.object({
  external_id: orNone,
  fields: byName(z.string().nullable()),
  metadata: byName(z.unknown()).nullish(),
  suggestions: z
    .array(
      z.object({
        question: z.string(),
        value: z.unknown(),
        type: z.enum(["model", "human"]).nullish(),
        agent: orNone,
        score: z.union([z.number(), z.array(z.number())]).nullish(),
      }),
    )
    .nullish(),
  responses: z
    .array(
      z.object({
        user: z.string().nullable(),
        status: z.enum(["draft", "submitted", "discarded"]),
        values: byName(z.object({ value: z.unknown() })).nullable(),
      }),
    )
    .nullish(),
  vectors: byName(z.array(z.number())).nullish(),
});

/**
 * Reads a row of an export as a record. Returns null for a row that only describes the dataset. Throws a {@link BadValue} if
 * the row is not a valid record.
 */
export function exportedRecord(definition: Definition, read: SoundRow): RecordToFill | null {
  const isTable = read.text === undefined;
  const { row, metadataText } = isTable
    ? rowFromCells(definition, read.row as CsvRow) // exact cells are texts
    : { row: read.row, metadataText: metadataTextOf(read.text) };
  if (row.fields === undefined) return null;
  const parsed = Exported.safeParse(row);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadValue(issue?.path.join(".") ?? "", row, `is not what an export holds: ${issue?.message}`);
  }
  const { external_id = null, fields, metadata = null, suggestions, responses, vectors } = parsed.data;
  return {
    external_id,
    fields,
    metadata,
    ...(metadataText === null ? {} : { metadataText }),
    vectors: vectors ?? {},
    // The check that all records go through also checks these values against their questions.
    suggestions: (suggestions ?? []).map(({ question, value, type, agent, score }) => ({
      question,
      value: value as RecordToFill["suggestions"][number]["value"],
      ...(type ? { type } : {}),
      ...(agent == null ? {} : { agent }),
      ...(score == null ? {} : { score }),
    })),
    responses: (responses ?? []).flatMap(({ user, status, values }) =>
      user === null || definition.pseudonyms ? [] : [{ user, ...answerOf(status, values as ResponseValues | null) }],
    ),
  };
}

export function orphanedResponses({ row, text }: SoundRow): number {
  const cell = valueIn(row, "responses");
  const responses = text === undefined && typeof cell === "string" ? jsonIn("responses", textOfCell(cell)) : cell;
  return Array.isArray(responses) ? responses.filter((one) => valueIn(Object(one), "user") === null).length : 0;
}

type ResponseValues = NonNullable<NonNullable<RecordToFill["responses"]>[number]["values"]>;
type Status = NonNullable<RecordToFill["responses"]>[number]["status"];

const answerOf = (status: Status, values: ResponseValues | null) =>
  values === null && status === "discarded" ? { status, values } : { status, values: values ?? {} };

/** The metadata of a line as JSON text, if parsing would change how a number is written; otherwise null. */
function metadataTextOf(line: string): string | null {
  if (!mayLoseForm(line)) return null;
  const { metadata } = parseKeepingForm(line) as { readonly metadata?: unknown }; // an object, as the earlier read has shown
  const text = JSON.stringify(metadata ?? null);
  return mayLoseForm(text) ? text : null;
}

/** Cells as the file has them; null means that the cell is empty, without even an empty text. */
export type CsvRow = { readonly [column: string]: string | null };

/** Builds the record from the cells of a row, in the form of a JSON line. */
function rowFromCells(definition: Definition, cells: CsvRow): { row: Row; metadataText: string | null } {
  const cell = (column: string): string | null => {
    const found = cells[column] ?? null;
    return found === null ? null : textOfCell(found);
  };
  if (cell("id") === null && definition.fields.every(({ name }) => cell(`fields.${name}`) === null))
    return { row: {}, metadataText: null };
  const metadataText = metadataOf(definition, cell);
  const row = {
    external_id: cell("external_id"),
    fields: Object.fromEntries(definition.fields.map(({ name }) => [name, cell(`fields.${name}`)])),
    metadata: metadataText === null ? null : parseWithNames(metadataText),
    suggestions: definition.questions.flatMap((question) => suggestionOf(question, cell)),
    responses: jsonIn("responses", cell("responses")),
    vectors: Object.fromEntries(
      definition.vectors.flatMap(({ name }) => {
        const vector = jsonIn(`vectors.${name}`, cell(`vectors.${name}`));
        return vector === null ? [] : [[name, vector]];
      }),
    ),
  };
  return { row, metadataText: metadataText !== null && mayLoseForm(metadataText) ? metadataText : null };
}

type Read = (column: string) => string | null;

export function jsonIn(column: string, text: string | null): unknown {
  if (text === null) return null;
  try {
    return parseWithNames(text);
  } catch {
    throw new BadValue(column, text, "is no JSON");
  }
}

/** The members of a map that a cell holds as JSON: the text between its braces, if there is any. */
export function membersOf(column: string, json: string | null): string[] {
  if (json === null) return [];
  jsonIn(column, json);
  const members = json.trim().slice(1, -1).trim();
  return members === "" ? [] : [members];
}

/** All metadata as JSON text, with numbers as they are written; null if there is none. */
function metadataOf({ metadata }: Definition, cell: Read): string | null {
  const rest = cell("metadata");
  const members = metadata.flatMap(({ name, settings }) => {
    const column = `metadata.${name}`;
    const text = cell(column);
    if (text === null) return [];
    if (settings.type === "terms" && !readsAsJson(text)) return [`${JSON.stringify(name)}:${JSON.stringify(text)}`];
    if (settings.type !== "terms" && numberOf(text) === null) throw new BadValue(column, text, "is no number");
    jsonIn(column, text);
    return [`${JSON.stringify(name)}:${text}`];
  });
  if (rest === null && members.length === 0) return null;
  return `{${[...members, ...membersOf("metadata", rest)].join()}}`;
}

function suggestionOf({ name, settings }: Definition["questions"][number], cell: Read): Row[] {
  const column = `suggestions.${name}`;
  const text = cell(column);
  if (text === null) return [];
  return [
    {
      question: name,
      value: isPlainAnswer(settings.type) ? text : jsonIn(column, text),
      type: cell(`${column}.type`),
      agent: cell(`${column}.agent`),
      score: jsonIn(`${column}.score`, cell(`${column}.score`)),
    },
  ];
}

/** A metadata property with values that it refuses: it was created, or created again, after records had these values. */
export type Misfit = { readonly name: string; readonly line: number };

/** Finds the properties of an export that cannot be created before its records. */
export function createMisfits(properties: DatasetPlan["metadata"]) {
  const lines = new Map<string, number>();
  const byName = new Map(properties.map(({ name, settings }) => [name, settings]));
  const rules = { datasetId: "", properties: byName, allowExtra: true };
  return {
    look: (values: RecordToFill["metadata"], line: number): void => {
      if (!values) return;
      for (const [name, value] of Object.entries(values)) {
        if (!lines.has(name) && metadataFault(rules, { [name]: value }) !== null) lines.set(name, line);
      }
    },
    all: (): readonly Misfit[] => [...lines].map(([name, line]) => ({ name, line })),
  };
}

/** Moves such properties, and all properties after them to keep the order, to a list that is created after the records. */
export function withLaterMetadata(dataset: DatasetPlan, misfits: readonly Misfit[]): DatasetPlan {
  const { metadata } = dataset;
  const at = metadata.findIndex(({ name }) => misfits.some((misfit) => misfit.name === name));
  return at < 0 ? dataset : { ...dataset, metadata: metadata.slice(0, at), laterMetadata: metadata.slice(at) };
}

export const wordsOfMisfit = ({ name, line }: Misfit): string =>
  `  metadata "${name}" has values that it does not take, first on line ${line}: they are kept as they are`;

/** Answers of people whose accounts are gone. */
export const orphanWords = (orphans: number): string[] =>
  orphans === 0
    ? []
    : [
        `  ${counted(orphans, "answer is of a user who was deleted: it is", "answers are of users who were deleted: they are")} left out, for an answer needs somebody who gave it`,
      ];
