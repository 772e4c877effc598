import type { FeedbackRecord, Response, Suggestion } from "@postil/domain/entities";
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

export const recordFromRow = (row: RecordRow, datasetId: string): FeedbackRecord => ({
  id: row.id,
  fields: JSON.parse(row.fields),
  metadata: row.metadata === null ? null : JSON.parse(row.metadata),
  externalId: row.external_id,
  datasetId,
  ...times(row),
});

/** `userId` is null once the user is deleted. */
export const responseFromRow = (
  row: Omit<ResponseRow, "dataset_key" | "seq" | "user_key">,
  recordId: string,
  userId: string | null,
): Response => ({
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
