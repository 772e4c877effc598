import type { FeedbackRecord, MetadataValues, Suggestion } from "@postil/domain/records/record";
import type { FeedbackResponse } from "@postil/domain/records/response";
import { parseWithNames } from "@postil/domain/text/json-names";
import { asFloat, mayLoseForm, parseKeepingForm } from "@postil/domain/text/json-numbers";
import type { Selectable } from "kysely";
import type { RecordTable, ResponseTable, SuggestionTable } from "./tables.ts";

/** Rows of records and of what hangs on them as entities. JSON columns hold what the rules let in when it was written. */

const times = (row: { readonly inserted_at: number; readonly updated_at: number }) => ({
  insertedAt: row.inserted_at,
  updatedAt: row.updated_at,
});

export type RecordRow = Selectable<RecordTable>;
export type ResponseRow = Selectable<ResponseTable>;
export type SuggestionRow = Selectable<SuggestionTable>;

/** How metadata goes out: which names may be seen (null: all), and which are floats whatever form they came in. */
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
  // By the numbers themselves: what keeps an integer's digits is none any more.
  const whole = floats.filter((name) => Number.isInteger(metadata[name]));
  if (whole.length === 0 && !mayLoseForm(stored)) return { metadata };
  // Nothing to hide or to change: the thread that writes has read all it must.
  if (whole.length === 0 && !seen) return { metadata, metadataText: stored };
  const kept = hidden(parseKeepingForm(stored) as MetadataValues); // as it was read above
  const exact = { ...kept, ...Object.fromEntries(whole.map((name) => [name, asFloat(metadata[name] as number)])) }; // so filtered
  return { metadata, metadataText: JSON.stringify(exact) };
}

/** `userId` is null once the user is deleted. */
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
