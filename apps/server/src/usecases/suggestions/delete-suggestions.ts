import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { removeSuggestions } from "../../storage/suggestion-writes.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
import { deletableIds } from "../records/deletable-ids.ts";
import { loadRecordForManager } from "../records/load-record.ts";

/** Ids of a query; null: not all of them were ids. */
export type DeleteSuggestions = { readonly recordId: string; readonly ids: readonly string[] | null };

/** Deletes suggestions of a record by id; those of other records are passed over (contract api-v1 row 45, ROL-10). */
export async function deleteSuggestions(context: Context, { recordId, ids }: DeleteSuggestions): Promise<void> {
  const record = await loadRecordForManager(context, recordId);
  const rows = await context.db
    .selectFrom("suggestion")
    .select(["id", "dataset_key", "seq", "question_key"])
    .where("dataset_key", "=", record.dataset_key)
    .where("seq", "=", record.seq)
    .where("id", "in", deletableIds(ids, "suggestions"))
    .execute();
  await removeSuggestions(context.db, rows);
  if (rows.length === 0) return;
  const told = { ...(await namesOfDataset(context, record.dataset_key)), suggestions: rows.length };
  await noteAudit(context, { kind: "suggestions_deleted", told });
}
