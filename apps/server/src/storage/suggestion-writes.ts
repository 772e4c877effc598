import type { SuggestionInput } from "@postil/domain/record-input";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { inChunks } from "./in-chunks.ts";
import { newId } from "./new-id.ts";
import { keyOf, type RecordKeys } from "./record-keys.ts";
import type { SuggestionRow } from "./record-rows.ts";
import type { Context } from "./store.ts";
import type { Tables } from "./tables.ts";

export type RecordSuggestions = { readonly seq: number; readonly suggestions: readonly SuggestionInput[] };

const putSuggestions = compiled((db, rows: readonly SuggestionRow[]) =>
  db
    .insertInto("suggestion")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["dataset_key", "seq", "question_key"]).doUpdateSet(({ ref }) => ({
        type: ref("excluded.type"),
        value: ref("excluded.value"),
        agent: ref("excluded.agent"),
        score: ref("excluded.score"),
        updated_at: ref("excluded.updated_at"),
      })),
    ),
);

/** Lays suggestions on records, one per question: the last for a question counts, id and birth of one there already stay. */
export async function upsertSuggestions(
  { db, now }: Pick<Context, "db" | "now">,
  keys: RecordKeys,
  records: readonly RecordSuggestions[],
): Promise<void> {
  const rows = new Map<string, SuggestionRow>();
  for (const { seq, suggestions } of records) {
    for (const suggestion of suggestions) {
      const row = rowOf(keys, seq, suggestion, now());
      rows.set(`${seq} ${row.question_key}`, row);
    }
  }
  await inChunks([...rows.values()], (chunk) => putSuggestions(db, chunk));
}

function rowOf(
  keys: RecordKeys,
  seq: number,
  { questionId, type, value, agent, score }: SuggestionInput,
  at: number,
): SuggestionRow {
  return {
    dataset_key: keys.dataset,
    seq,
    question_key: keyOf(keys.questions, questionId),
    id: newId(),
    type,
    value: JSON.stringify(value),
    agent,
    score: score === null ? null : JSON.stringify(score),
    inserted_at: at,
    updated_at: at,
  };
}

/** Takes all suggestions off a record. */
export async function clearSuggestions(db: Kysely<Tables>, datasetKey: number, seqs: readonly number[]): Promise<void> {
  await db.deleteFrom("suggestion").where("dataset_key", "=", datasetKey).where("seq", "in", seqs).execute();
}
