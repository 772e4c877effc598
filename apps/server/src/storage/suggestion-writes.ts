import type { SuggestionInput } from "@postil/domain/records/record";
import type { Kysely } from "kysely";
import { newId } from "../new-id.ts";
import { allTargets, type FilterTargets, suggestionTarget } from "./filter-targets.ts";
import { addFilterValues, removeFilterValues, suggestionValues } from "./filter-values.ts";
import { keyOf, type RecordKeys } from "./record-keys.ts";
import type { SuggestionRow } from "./record-rows.ts";
import { putRows } from "./sqlite/put-rows.ts";
import type { Context } from "./store.ts";
import type { Tables } from "./tables.ts";

export type RecordSuggestions = { readonly seq: number; readonly suggestions: readonly SuggestionInput[] };

const TOLD = ["type", "value", "agent", "score"] as const;
const putSuggestions = putRows("suggestion", {
  columns: ["dataset_key", "seq", "question_key", "id", ...TOLD, "inserted_at", "updated_at"],
  over: { key: ["dataset_key", "seq", "question_key"], take: [...TOLD, "updated_at"] },
});

/**
 * Writes suggestions of records, one per question: the last one for a question counts. An existing suggestion keeps its id
 * and creation time. Records from `newFrom` on are new, so they have no suggestions.
 */
export async function upsertSuggestions(
  { db, now }: Pick<Context, "db" | "now">,
  keys: RecordKeys,
  records: readonly RecordSuggestions[],
  newFrom = Number.POSITIVE_INFINITY,
): Promise<void> {
  const rows = new Map<string, SuggestionRow>();
  const laid = new Map<string, Laid>();
  for (const { seq, suggestions } of records) {
    for (const suggestion of suggestions) {
      const row = rowOf(keys, seq, suggestion, now());
      const id = `${seq} ${row.question_key}`;
      rows.set(id, row);
      laid.set(id, { ...suggestion, seq, questionKey: row.question_key });
    }
  }
  await putSuggestions(db, [...rows.values()]);
  await replaceValues(db, keys, [...laid.values()], newFrom);
}

type Laid = SuggestionInput & { readonly seq: number; readonly questionKey: number };

async function replaceValues(
  db: Kysely<Tables>,
  { dataset, targets }: RecordKeys,
  laid: readonly Laid[],
  newFrom: number,
): Promise<void> {
  const older = laid.filter(({ seq }) => seq < newFrom);
  for (const questionKey of new Set(older.map((one) => one.questionKey))) {
    const seqs = older.flatMap((one) => (one.questionKey === questionKey ? one.seq : []));
    await removeFilterValues(db, dataset, targetsOf(questionKey), seqs);
  }
  const values = laid.flatMap((one) => suggestionValues(targets.answers, one));
  await addFilterValues(db, dataset, values);
}

const targetsOf = (questionKey: number): number[] =>
  (["value", "score", "agent"] as const).map((side) => suggestionTarget(questionKey, side));

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

/** Removes all suggestions of records. */
export async function clearSuggestions(
  db: Kysely<Tables>,
  datasetKey: number,
  { answers }: Pick<FilterTargets, "answers">,
  seqs: readonly number[],
): Promise<void> {
  await removeFilterValues(db, datasetKey, allTargets({ properties: [], answers }), seqs);
  await db.deleteFrom("suggestion").where("dataset_key", "=", datasetKey).where("seq", "in", seqs).execute();
}

/** Removes single suggestions of a record. */
export async function removeSuggestions(
  db: Kysely<Tables>,
  rows: readonly {
    readonly id: string;
    readonly dataset_key: number;
    readonly seq: number;
    readonly question_key: number;
  }[],
): Promise<void> {
  for (const { id, dataset_key, seq, question_key } of rows) {
    await removeFilterValues(db, dataset_key, targetsOf(question_key), [seq]);
    await db.deleteFrom("suggestion").where("id", "=", id).execute();
  }
}
