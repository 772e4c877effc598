import type { TextClassificationDocument } from "@postil/domain/tasks/task-record";
import { createClock } from "./clock.ts";
import { migrate, openDatabase } from "./sqlite/database.ts";
import { engineOver } from "./sqlite/engine.ts";
import type { Context } from "./store.ts";
import type { TaskRecordWrite } from "./task-record-writes.ts";

/** A store in memory with one task dataset, and records for it. */

export const DATASET = 7;

export async function openTaskStore() {
  const database = openDatabase(":memory:", "writer");
  await migrate(database, async () => {});
  const db = engineOver(database);
  await db.insertInto("workspace").values({ id: "w", name: "w", inserted_at: 1, updated_at: 1 }).execute();
  await addTaskDataset(db, DATASET);
  const context: Context = { db, caller: null, now: createClock() };
  return { database, context };
}

export async function addTaskDataset(db: Context["db"], key: number): Promise<void> {
  await db
    .insertInto("task_dataset")
    .values({
      key,
      workspace_id: "w",
      name: `tasks ${key}`,
      task: "TextClassification",
      tags: "{}",
      metadata: "{}",
      created_by: "owner",
      created_at: 1,
      last_updated_at: 1,
    })
    .execute();
}

type Given = Partial<TextClassificationDocument> & {
  readonly seq?: number;
  /** The numbers of the record's vectors. */
  readonly numbers?: TaskRecordWrite["vectors"];
};

/** A record whose last log brought its whole document. */
export function taskRecord(id: string | number, { seq, numbers = {}, text = "a text", ...rest }: Given = {}) {
  const document: TextClassificationDocument = {
    id,
    text,
    status: "Default",
    last_updated: "2024-05-01T10:00:00",
    inputs: { text },
    multi_label: false,
    metrics: { text_length: text.length },
    ...rest,
  };
  const lastLog = { prediction: "prediction" in rest, annotation: "annotation" in rest, score: false };
  return { seq: seq ?? null, document, lastLog, vectors: numbers } satisfies TaskRecordWrite;
}
