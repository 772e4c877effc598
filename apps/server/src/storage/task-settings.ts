import type { TaskSettings } from "@postil/domain/tasks/labels";
import { parseWithNames } from "@postil/domain/text/json-text";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import type { Tables } from "./tables.ts";

const settingsOf = compiled((db, datasetKey: number) =>
  db.selectFrom("task_settings").select(["label_schema", "vectors"]).where("dataset_key", "=", datasetKey),
);

/** The settings of a task dataset, or null. */
export async function readTaskSettings(db: Kysely<Tables>, datasetKey: number): Promise<TaskSettings | null> {
  const [row] = await settingsOf(db, datasetKey);
  if (!row) return null;
  return {
    ...(row.label_schema === null ? {} : { labelSchema: JSON.parse(row.label_schema) }),
    ...(row.vectors === null ? {} : { vectors: parseWithNames(row.vectors) as NonNullable<TaskSettings["vectors"]> }),
  };
}

export async function writeTaskSettings(
  db: Kysely<Tables>,
  datasetKey: number,
  { labelSchema, vectors }: TaskSettings,
): Promise<void> {
  const columns = {
    label_schema: labelSchema ? JSON.stringify(labelSchema) : null,
    vectors: vectors ? JSON.stringify(vectors) : null,
  };
  await db
    .insertInto("task_settings")
    .values({ dataset_key: datasetKey, ...columns })
    .onConflict((conflict) => conflict.column("dataset_key").doUpdateSet(columns))
    .execute();
}

/** Returns the number of removed rows: 0 or 1. */
export async function removeTaskSettings(db: Kysely<Tables>, datasetKey: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("task_settings")
    .where("dataset_key", "=", datasetKey)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
