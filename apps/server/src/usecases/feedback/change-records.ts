import type { KeepDays } from "@postil/domain/datasets/bin";
import type { FeedbackRecord, RecordChange } from "@postil/domain/records/record";
import { faultReason } from "@postil/domain/records/record-fault-text";
import { recordFault } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import { deleteKept } from "../../jobs/deleted-records.ts";
import { noteAudit } from "../../storage/audit.ts";
import { FEEDBACK } from "../../storage/feedback-family.ts";
import { inChunks, partsBySize } from "../../storage/parts.ts";
import { floatsOf, type RecordRow, readRecords, recordFromRow } from "../../storage/read-records.ts";
import { readStoredVectors } from "../../storage/record-sizes.ts";
import { clearSuggestions, removeRecords, writeAttachments, writeMetadata } from "../../storage/record-writes.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db, Seqs } from "../../storage/tables.ts";
import { requireCaller } from "../refuse.ts";
import { namesOfDataset } from "./datasets.ts";
import { wholeRecords } from "./find-records.ts";
import { type LoadedRules, loadDatasetForManager, loadRecordForManager, loadRecordRules } from "./load.ts";
import { tellDeletedRecords, tellRecords } from "./tell.ts";

/** The reason against a change of a record, in the contract's words (api-v1 11.2), or null. */
function reasonAgainst(
  rules: LoadedRules,
  row: RecordRow,
  change: RecordChange,
  stored: ReadonlySet<string> = new Set(),
): string | null {
  // New suggestions replace all existing ones.
  const there = { suggestions: new Map(), vectors: stored };
  const fault = recordFault(rules, { ...change, fields: JSON.parse(row.fields), isNew: false, there });
  return fault && faultReason(fault, rules.datasetId);
}

type Changed = { readonly row: RecordRow; readonly change: RecordChange };

/** Applies changes that were checked: suggestions replace all existing ones, vectors replace those of the same names. */
async function applyChanges(
  context: Context,
  { keys }: LoadedRules,
  actorKey: number,
  changed: readonly Changed[],
): Promise<void> {
  const metadata = changed.flatMap(({ row: { seq }, change: { metadata, metadataText } }) =>
    metadata === undefined ? [] : { seq, metadata, metadataText },
  );
  await writeMetadata(context, keys, metadata);
  const cleared = changed.flatMap(({ row, change }) => (change.suggestions ? row.seq : []));
  await inChunks(cleared, (some) => clearSuggestions(context.db, keys.dataset, keys.targets, some));
  const attached = changed.map(({ row: { seq }, change: { suggestions = [], vectors = {} } }) => {
    return { seq, suggestions, vectors, responses: [] };
  });
  await writeAttachments(context, { keys, actorKey }, attached);
}

type ChangeRecord = { readonly recordId: string; readonly change: RecordChange };

/** Changes one record and returns it complete (contract api-v1 row 37, ROL-10). */
export async function changeRecord(context: Context, { recordId, change }: ChangeRecord): Promise<FeedbackRecord> {
  const { key: actorKey } = requireCaller(context);
  const { db } = context;
  const row = await loadRecordForManager(context, recordId);
  const { dataset_id: id, dataset_key: key, workspace_id, allow_extra_metadata } = row;
  const rules = await loadRecordRules(db, { id, key, allow_extra_metadata }, []);
  const there = await readStoredVectors(db, rules.keys, change.vectors ? [row.seq] : []);
  const reason = reasonAgainst(rules, row, change, there.get(row.seq));
  if (reason !== null) throw new Refusal("unprocessable", reason);
  await applyChanges(context, rules, actorKey, [{ row, change }]);
  await tellRecords(context, { id, key, workspace_id }, { updated: [row.seq] });
  const [record] = await readRecords(db, wholeRecords({ key, id }), [row.seq]);
  if (!record) throw new Error(`The record ${recordId} is gone in the middle of its change.`);
  // Clients of this call expect null responses if the change has neither metadata nor vectors (contract api-v1 row 37).
  return change.metadata === undefined && change.vectors === undefined ? { ...record, responses: null } : record;
}

type Change = RecordChange & { readonly id: string };
type ChangeRecords = { readonly datasetId: string; readonly changes: readonly Change[] };

/** Changes many records, all or none, for older clients (contract api-v1 11.2, ROL-10). */
async function changeRecords(context: Context, { datasetId, changes }: ChangeRecords): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  const { db } = context;
  const dataset = await loadDatasetForManager(context, datasetId);
  const found = await findChanged(db, dataset.key, changes);
  const rules = await loadRecordRules(db, dataset, []);
  const withVectors = found.flatMap(({ row, change }) => (change.vectors ? row.seq : []));
  const there = await readStoredVectors(db, rules.keys, withVectors);
  for (const [position, { row, change }] of found.entries()) {
    const reason = reasonAgainst(rules, row, change, there.get(row.seq));
    if (reason !== null) {
      throw new Refusal("unprocessable", `Record at position ${position} is not valid because ${reason}`);
    }
  }
  await applyChanges(context, rules, actorKey, found);
  await tellRecords(context, dataset, { updated: found.map(({ row }) => row.seq) });
}

/** The records to change, each with its change, in the order of the request. Refuses repeated and unknown ids. */
async function findChanged(
  db: Db,
  datasetKey: number,
  changes: readonly Change[],
): Promise<{ readonly row: RecordRow; readonly change: Change }[]> {
  const ids = changes.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Refusal("unprocessable", "Found duplicate records IDs");
  const rows = await rowsOf(db, "record", { dataset_key: datasetKey }).selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.filter((id) => !byId.has(id));
  if (missing.length > 0) throw new Refusal("unprocessable", `Found records that do not exist: ${missing.join(", ")}`);
  return changes.flatMap((change) => {
    const row = byId.get(change.id);
    return row ? { row, change } : [];
  });
}

const MOST_AT_ONCE = 100;

/** The ids of a query; null means that some were not valid ids. Refuses null and more than 100 ids (contract api-v1 11.3). */
export function deletableIds(ids: readonly string[] | null, what: "records" | "suggestions"): readonly string[] {
  if (ids === null) throw new Refusal("unprocessable", "Invalid UUID format");
  if (ids.length > MOST_AT_ONCE) {
    throw new Refusal("unprocessable", `Cannot delete more than ${MOST_AT_ONCE} ${what} at once`);
  }
  return ids;
}

/** Deletes one record and returns it as it was, without its attachments (contract api-v1 row 38, ROL-10). */
export async function deleteRecord(
  context: Context,
  { recordId, keepDays }: { readonly recordId: string } & KeepDays,
): Promise<FeedbackRecord> {
  const row = await loadRecordForManager(context, recordId);
  const { dataset_key: datasetKey, dataset_id: datasetId, workspace_id } = row;
  await tellDeletedRecords(context, { id: datasetId, key: datasetKey, workspace_id }, [row.seq]);
  const floats = await floatsOf(context.db, datasetId);
  await deleteNumbered(context, { key: datasetKey, id: datasetId, keepDays }, [row.seq]);
  return recordFromRow(row, datasetId, { seen: null, floats });
}

/** Ids of a query; null means that some were not valid ids. `into`: the deletion that the slice before has begun. */
type DeleteRecords = KeepDays & {
  readonly datasetId: string;
  readonly ids: readonly string[] | null;
  readonly into?: number | null;
};

/** Bytes of the records that one write deletes: some tens of milliseconds, then other writes get their turn. */
const SLICE_BYTES = 2 ** 19;

/**
 * Deletes records by id; ids of other datasets are skipped (contract api-v1 row 30, ROL-10). Of large records it deletes the
 * first ones, and returns the ids that are left for the next write (BIN-15).
 */
export async function deleteRecords(
  context: Context,
  { datasetId, ids, keepDays, into = null }: DeleteRecords,
): Promise<{ readonly left: readonly string[]; readonly into: number | null }> {
  const dataset = await loadDatasetForManager(context, datasetId);
  const rows = await rowsOf(context.db, "record", { dataset_key: dataset.key })
    .select(["id", "seq"])
    .where("id", "in", deletableIds(ids, "records"))
    .execute();
  if (rows.length === 0) return { left: [], into };
  const { sizes } = await FEEDBACK.parts(context.db, dataset);
  const bytes = await sizes(
    dataset.key,
    rows.map(({ seq }) => seq),
  );
  const [slice = []] = partsBySize(rows, ({ seq }) => bytes.get(seq) ?? 0, SLICE_BYTES);
  const seqs = slice.map(({ seq }) => seq);
  await tellDeletedRecords(context, dataset, seqs);
  const deletion = await deleteNumbered(context, { key: dataset.key, id: datasetId, keepDays, into }, seqs);
  return { left: rows.slice(slice.length).map(({ id }) => id), into: deletion };
}

/** With `keepDays` 0 for good, else so that they can be restored (BIN-07). Returns the deletion that they are in. */
async function deleteNumbered(
  context: Context,
  {
    keepDays,
    into = null,
    ...dataset
  }: KeepDays & { readonly key: number; readonly id: string; readonly into?: number | null },
  seqs: Seqs,
): Promise<number | null> {
  const { key: actorKey } = requireCaller(context);
  const told = { ...(await namesOfDataset(context, dataset.key)), records: seqs.length };
  await noteAudit(context, { kind: "records_deleted", told });
  if (keepDays > 0) return deleteKept(context, { family: "dataset", dataset }, seqs, into);
  await removeRecords(context, { datasetKey: dataset.key, datasetId: dataset.id, actorKey }, seqs);
  return null;
}

export const changeRecordCalls = {
  writes: { changeRecord, changeRecords, deleteRecord, deleteRecords },
} as const;
