import type { RecordChange } from "@postil/domain/records/record-input";
import { Refusal } from "@postil/domain/refusal";
import type { Kysely } from "kysely";
import { readStoredSizes } from "../../storage/read-stored-sizes.ts";
import type { RecordRow } from "../../storage/record-rows.ts";
import type { Context } from "../../storage/store.ts";
import type { Tables } from "../../storage/tables.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { applyChange, reasonAgainst } from "./apply-change.ts";
import { loadRecordRules } from "./load-record-rules.ts";

type Change = RecordChange & { readonly id: string };
export type ChangeRecords = { readonly datasetId: string; readonly changes: readonly Change[] };

/** Changes many records, all or none, for older clients (contract api-v1 11.2, ROL-10). */
export async function changeRecords(context: Context, { datasetId, changes }: ChangeRecords): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  const { db } = context;
  const dataset = await loadDatasetForManager(context, datasetId);
  const found = await findChanged(db, dataset.key, changes);
  const rules = await loadRecordRules(db, dataset, []);
  const withVectors = found.flatMap(({ row, change }) => (change.vectors ? row.seq : []));
  const there = await readStoredSizes(db, rules.keys, withVectors);
  for (const [position, { row, change }] of found.entries()) {
    const reason = reasonAgainst(rules, row, change, there.get(row.seq));
    if (reason !== null) {
      throw new Refusal("unprocessable", `Record at position ${position} is not valid because ${reason}`);
    }
  }
  for (const { row, change } of found) await applyChange(context, rules, actorKey, row, change);
}

/** The records to change, each with its change, in the order sent. Refuses repeated ids and ids the dataset does not have. */
async function findChanged(
  db: Kysely<Tables>,
  datasetKey: number,
  changes: readonly Change[],
): Promise<{ readonly row: RecordRow; readonly change: Change }[]> {
  const ids = changes.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Refusal("unprocessable", "Found duplicate records IDs");
  const rows = await db
    .selectFrom("record")
    .selectAll()
    .where("dataset_key", "=", datasetKey)
    .where("id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.filter((id) => !byId.has(id));
  if (missing.length > 0) throw new Refusal("unprocessable", `Found records that do not exist: ${missing.join(", ")}`);
  return changes.flatMap((change) => {
    const row = byId.get(change.id);
    return row ? { row, change } : [];
  });
}
