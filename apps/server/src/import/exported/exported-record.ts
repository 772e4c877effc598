import { mayLoseForm, parseKeepingForm } from "@postil/domain/text/json-numbers";
import { textOfCell } from "@postil/domain/text/spreadsheet-cell";
import { z } from "zod";
import type { RecordToFill } from "../../client/fill.ts";
import { type ReadRow, type Row, valueIn } from "../row.ts";
import { BadValue } from "../to-record.ts";
import { type CsvRow, jsonIn, rowFromCells } from "./csv-row.ts";
import type { Definition } from "./definition.ts";

const orNone = z.string().nullish();

/** A record as an export writes it. All other members come from the server: ids and times. */
const Exported = z.object({
  external_id: orNone,
  fields: z.record(z.string(), z.string().nullable()),
  metadata: z.record(z.string(), z.unknown()).nullish(),
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
        values: z.record(z.string(), z.object({ value: z.unknown() })).nullable(),
      }),
    )
    .nullish(),
  vectors: z.record(z.string(), z.array(z.number())).nullish(),
});

/**
 * Reads a row of an export as a record. Returns null for a row that only describes the dataset. Throws a {@link BadValue} if
 * the row is not a valid record.
 */
export function exportedRecord(definition: Definition, read: Extract<ReadRow, { row: Row }>): RecordToFill | null {
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
      user === null ? [] : [{ user, ...answerOf(status, values as ResponseValues | null) }],
    ),
  };
}

/** The number of responses in a row whose users were deleted. */
export function orphanedResponses({ row, text }: Extract<ReadRow, { row: Row }>): number {
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
