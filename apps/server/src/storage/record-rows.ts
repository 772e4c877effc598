import type { FeedbackRecord, FeedbackResponse, MetadataValues, Suggestion } from "@postil/domain/records/record";
import { asFloat, mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";
import type { Selectable } from "kysely";
import type { RecordTable, ResponseTable, SuggestionTable } from "./tables.ts";

/**
 * Turns rows of records and their attachments into entities. JSON columns contain values that were valid when they were
 * written.
 */

const times = (row: { readonly inserted_at: number; readonly updated_at: number }) => ({
  insertedAt: row.inserted_at,
  updatedAt: row.updated_at,
});

export type RecordRow = Selectable<RecordTable>;
export type ResponseRow = Selectable<ResponseTable>;
export type SuggestionRow = Selectable<SuggestionTable>;

/**
 * How metadata is returned: the visible names (null means all), and the names that are always floats, whatever their stored
 * form.
 */
export type MetadataReading = { readonly seen: ReadonlySet<string> | null; readonly floats: readonly string[] };

export const recordFromRow = (row: RecordRow, datasetId: string, reading: MetadataReading): FeedbackRecord => ({
  id: row.id,
  fields: JSON.parse(row.fields),
  ...(row.metadata === null ? { metadata: null } : metadataFromText(row.metadata, reading)),
  externalId: row.external_id,
  datasetId,
  ...times(row),
});

function metadataFromText(stored: string, { seen, floats }: MetadataReading) {
  const hidden = (values: MetadataValues): MetadataValues =>
    seen ? Object.fromEntries(Object.entries(values).filter(([name]) => seen.has(name))) : values;
  const metadata = hidden(parseWithNames(stored) as MetadataValues); // as it was stored
  // Checks the plain numbers: objects that keep an integer's digits do not count as numbers here.
  const whole = floats.filter((name) => Number.isInteger(metadata[name]));
  if (whole.length === 0 && !mayLoseForm(stored)) return { metadata };
  // Nothing to hide or to change, so the writing thread does not need to parse more.
  if (whole.length === 0 && !seen) return { metadata, metadataText: stored };
  const kept = hidden(parseKeepingForm(stored) as MetadataValues); // as it was read above
  const exact = { ...kept, ...Object.fromEntries(whole.map((name) => [name, asFloat(metadata[name] as number)])) }; // numbers
  return { metadata, metadataText: JSON.stringify(exact) };
}

/** `userId` is null if the user is deleted. */
export const responseFromRow = (
  row: Omit<ResponseRow, "dataset_key" | "seq" | "user_key">,
  recordId: string,
  userId: string | null,
): FeedbackResponse => ({
  id: row.id,
  values: row.values === null ? null : JSON.parse(row.values),
  status: row.status,
  recordId,
  userId,
  ...times(row),
});

export const suggestionFromRow = (
  row: Omit<SuggestionRow, "dataset_key" | "seq" | "question_key">,
  questionId: string,
): Suggestion => ({
  id: row.id,
  questionId,
  type: row.type,
  value: JSON.parse(row.value),
  agent: row.agent,
  score: row.score === null ? null : JSON.parse(row.score),
  ...times(row),
});
