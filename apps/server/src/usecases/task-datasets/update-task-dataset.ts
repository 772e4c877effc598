import { wholeFault } from "@postil/domain/bounds";
import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { compiled } from "../../storage/compiled.ts";
import { type TaskDatasetRow, taskDatasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { readDatasetTexts, shownTexts } from "../../storage/task-dataset-texts.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "./load-task-dataset.ts";

const setDataset = compiled(
  (db, values: { readonly tags?: string; readonly metadata?: string; readonly last_updated_at: number }, key: number) =>
    db.updateTable("task_dataset").set(values).where("key", "=", key),
);

type Texts = Pick<TaskDataset, "tags" | "metadata">;
export type UpdateTaskDataset = TaskDatasetAt & Texts;

/**
 * Sets the given tags and keys of metadata, each as a whole; the others stay and none can be taken away. Every member
 * may, and the dataset's time moves even when nothing is given (contract api-v0 row 16).
 */
export async function updateTaskDataset(context: Context, input: UpdateTaskDataset): Promise<TaskDataset> {
  const row = await loadTaskDatasetForMember(context, input);
  const lastUpdatedAt = await layOverTaskDataset(context, row, input);
  return taskDatasetFromRow(
    { ...row, last_updated_at: lastUpdatedAt },
    shownTexts(await readDatasetTexts(context.db, row.key)),
  );
}

/** The same for a dataset that the caller was found to have the right to; tells its time. */
export async function layOverTaskDataset(
  { db, now }: Context,
  { key }: Pick<TaskDatasetRow, "key">,
  given: Texts,
): Promise<number> {
  const parts = (["tags", "metadata"] as const).filter((part) => Object.keys(given[part]).length > 0);
  const before = parts.length > 0 ? await readDatasetTexts(db, key) : null;
  const texts = parts.map((part) => {
    const kept = before?.[part];
    if (kept === null) throw new Refusal("unprocessable", moreThanBound(part));
    return [part, jsonWithinBound(part, { ...kept, ...given[part] })] as const;
  });
  const at = now();
  await setDataset(db, { ...Object.fromEntries(texts), last_updated_at: at }, key);
  return at;
}

const moreThanBound = (part: keyof Texts): string =>
  `An earlier version took more ${part} of this dataset than it may have, which stay as they are; a copy of the dataset is without them`;

/** What is to be stored as tags or metadata of a task dataset: JSON no larger than its bound (API-39). */
export function jsonWithinBound(part: keyof Texts, values: Texts[keyof Texts]): string {
  const json = JSON.stringify(values);
  const fault = wholeFault(`The ${part} of a dataset`, json);
  if (fault) throw new Refusal("unprocessable", fault);
  return json;
}
