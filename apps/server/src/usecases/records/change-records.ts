import type { FeedbackRecord } from "@postil/domain/entities";
import { faultReason } from "@postil/domain/record-fault-text";
import type { RecordChange } from "@postil/domain/record-input";
import { recordFault } from "@postil/domain/record-rules";
import { Refusal } from "@postil/domain/refusal";
import type { Kysely } from "kysely";
import { readRecords } from "../../storage/read-records.ts";
import type { RecordRow } from "../../storage/record-rows.ts";
import { writeAttachments, writeMetadata } from "../../storage/record-writes.ts";
import type { Context } from "../../storage/store.ts";
import { clearSuggestions } from "../../storage/suggestion-writes.ts";
import type { Tables } from "../../storage/tables.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { everything } from "./everything.ts";
import { loadRecordForManager } from "./load-record.ts";
import { type LoadedScene, loadScene } from "./load-scene.ts";

export type ChangeRecord = { readonly recordId: string; readonly change: RecordChange };
export type ChangeRecords = {
  readonly datasetId: string;
  readonly changes: readonly (RecordChange & { readonly id: string })[];
};

/** Changes one record and returns it with everything on it (contract api-v1 row 37, ROL-10). */
export async function changeRecord(context: Context, { recordId, change }: ChangeRecord): Promise<FeedbackRecord> {
  const { key: actorKey } = requireCaller(context);
  const { db } = context;
  const row = await loadRecordForManager(context, recordId);
  const { dataset_id: id, dataset_key: key, allow_extra_metadata } = row;
  const scene = await loadScene(db, { id, key, allow_extra_metadata }, []);
  const reason = reasonAgainst(scene, row, change);
  if (reason !== null) throw new Refusal("unprocessable", reason);
  await applyChange(context, scene, actorKey, row, change);
  const [record] = await readRecords(db, everything({ key, id }), [row.seq]);
  if (!record) throw new Error(`The record ${recordId} is gone in the middle of its change.`);
  // Clients of this call expect null where nothing was asked to change (contract api-v1 row 37).
  return Object.keys(change).length === 0 ? { ...record, responses: null } : record;
}

/** Changes many records, all or none, for older clients (contract api-v1 11.2, ROL-10). */
export async function changeRecords(context: Context, { datasetId, changes }: ChangeRecords): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  const { db } = context;
  const dataset = await loadDatasetForManager(context, datasetId);
  const rows = await findAll(
    db,
    dataset.key,
    changes.map((change) => change.id),
  );
  const scene = await loadScene(db, dataset, []);
  for (const [position, change] of changes.entries()) {
    const row = rows[position];
    const reason = row ? reasonAgainst(scene, row, change) : null;
    if (reason !== null)
      throw new Refusal("unprocessable", `Record at position ${position} is not valid because ${reason}`);
  }
  for (const [position, change] of changes.entries()) {
    const row = rows[position];
    if (row) await applyChange(context, scene, actorKey, row, change);
  }
}

function reasonAgainst(scene: LoadedScene, row: RecordRow, change: RecordChange): string | null {
  const fault = recordFault(scene, { ...change, fields: JSON.parse(row.fields), isNew: false });
  return fault && faultReason(fault, scene.datasetId);
}

/** The records of these ids in their order. Refuses repeated ids and ids the dataset does not have. */
async function findAll(db: Kysely<Tables>, datasetKey: number, ids: readonly string[]): Promise<RecordRow[]> {
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
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function applyChange(
  context: Context,
  { keys }: LoadedScene,
  actorKey: number,
  { dataset_key: datasetKey, seq }: RecordRow,
  { metadata, suggestions, vectors = {} }: RecordChange,
): Promise<void> {
  if (metadata !== undefined) await writeMetadata(context, { datasetKey, seq }, metadata);
  if (suggestions) await clearSuggestions(context.db, datasetKey, [seq]);
  const attached = { seq, suggestions: suggestions ?? [], vectors, responses: [] };
  await writeAttachments(context, { keys, actorKey }, [attached]);
}
