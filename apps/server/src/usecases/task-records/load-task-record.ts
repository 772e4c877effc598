import { Refusal } from "@postil/domain/refusal";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { findTaskRecords, type StoredTaskRecord } from "../../storage/task-records.ts";

/** A record of a dataset that the caller may read (contract api-v0 1.3). */
export async function loadTaskRecord({ db }: Context, dataset: TaskDatasetRow, id: string): Promise<StoredTaskRecord> {
  const record = (await findTaskRecords(db, dataset.key, [id])).get(id);
  if (record) return record;
  const of = taskDatasetId(dataset);
  const facts = { dataset: of, id, name: `${of}.${id}`, type: "Record" };
  throw new Refusal("record_not_found", `Record \`${id}\` not found in dataset \`${of}\``, undefined, facts);
}
