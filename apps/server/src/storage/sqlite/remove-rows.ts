import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** What goes by `dataset_key`, with its primary key; the records last, so that what points to them goes before them. */
export const ROWS_OF_DATASET = {
  vector: ["dataset_key", "vector_settings_key", "seq"],
  filter_value: ["dataset_key", "target", "value", "seq"],
  suggestion: ["dataset_key", "seq", "question_key"],
  response: ["dataset_key", "seq", "user_key"],
  activity: ["key"],
  flag: ["dataset_key", "seq", "user_key"],
  saved_view: ["id"],
  changed_block: ["dataset_key", "part", "block"],
  live_block: ["dataset_key", "block"],
  answered_block: ["dataset_key", "user_key", "status", "block"],
  user_counts: ["dataset_key", "user_key"],
  record: ["dataset_key", "seq"],
  labeling_rule: ["key"],
  task_settings: ["dataset_key"],
  task_target: ["dataset_key", "path"],
  task_vector: ["key"],
  task_record: ["dataset_key", "seq"],
} as const;

/** All rows of a dataset, or only the vectors of one kind, or only the values of one target. */
export type Removed = {
  readonly datasetKey: number;
  readonly vectorSettingsKey: number | null;
  readonly target: number | null;
};

/** Removes rows of one table, as many as `most`. How many went; 0: there are none left. */
export async function removeRows(db: Kysely<Tables>, removed: Removed, most: number): Promise<number> {
  const { datasetKey, vectorSettingsKey, target } = removed;
  for (const [table, columns] of Object.entries(tablesOf(removed))) {
    const key = sql.join(columns.map((column) => sql.ref(column)));
    const ofTarget = target === null ? sql`` : sql` and target = ${target}`;
    const kind = vectorSettingsKey === null ? ofTarget : sql` and vector_settings_key = ${vectorSettingsKey}`;
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${key}) in (
        select ${key} from ${sql.table(table)} where dataset_key = ${datasetKey}${kind} limit ${sql.lit(most)})
    `.execute(db);
    if (numAffectedRows > 0n) return Number(numAffectedRows);
  }
  return 0;
}

function tablesOf({ vectorSettingsKey, target }: Removed): Partial<typeof ROWS_OF_DATASET> {
  if (vectorSettingsKey !== null) return { vector: ROWS_OF_DATASET.vector };
  return target === null ? ROWS_OF_DATASET : { filter_value: ROWS_OF_DATASET.filter_value };
}
