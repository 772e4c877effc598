import { noteAudit } from "../../storage/audit.ts";
import { removeRecords } from "../../storage/record-writes.ts";
import { loadTargets } from "../../storage/search-derived.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { deletableIds } from "./deletable-ids.ts";

/** Ids of a query; null: not all of them were ids. */
export type DeleteRecords = { readonly datasetId: string; readonly ids: readonly string[] | null };

/** Deletes records by id; ids that are not of the dataset are passed over (contract api-v1 row 30, ROL-10). */
export async function deleteRecords(context: Context, { datasetId, ids }: DeleteRecords): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  const dataset = await loadDatasetForManager(context, datasetId);
  const rows = await context.db
    .selectFrom("record")
    .select("seq")
    .where("dataset_key", "=", dataset.key)
    .where("id", "in", deletableIds(ids, "records"))
    .execute();
  const of = { datasetKey: dataset.key, datasetId, actorKey, targets: await loadTargets(context.db, datasetId) };
  const seqs = rows.map((row) => row.seq);
  await removeRecords(context, of, seqs);
  if (seqs.length === 0) return;
  const told = { ...(await namesOfDataset(context, dataset.key)), records: seqs.length };
  await noteAudit(context, { kind: "records_deleted", told });
}
