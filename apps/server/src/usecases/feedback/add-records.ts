import {
  type FeedbackRecord,
  type FieldValues,
  fieldText,
  type NewRecord,
  type RecordUpsert,
} from "@postil/domain/records/record";
import { bulkFaultText, faultReason } from "@postil/domain/records/record-fault-text";
import { afterUpsert, type RecordFault, recordFault, type StoredSizes } from "@postil/domain/records/record-rules";
import { Refusal } from "@postil/domain/refusal";
import { type RecordRow, readRecords } from "../../storage/read-records.ts";
import { readStoredSizes } from "../../storage/record-sizes.ts";
import {
  insertRecords,
  type Writing,
  writeAttachments,
  writeFields,
  writeMetadata,
} from "../../storage/record-writes.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db } from "../../storage/tables.ts";
import { requireCaller } from "../refuse.ts";
import { wholeRecords } from "./find-records.ts";
import { type DatasetRow, type LoadedRules, loadDatasetForManager, loadRecordRules } from "./load.ts";
import { completedBefore, tellRecords } from "./tell.ts";

/**
 * An external id is unique in a dataset, and the empty text counts as an id (contract api-v1 10.2, 11.4). The check reads
 * first and inserts later, as in `refuseTaken`.
 */
async function refuseTakenExternalIds(
  db: Db,
  datasetKey: number,
  records: readonly { readonly externalId: string | null }[],
): Promise<void> {
  const ids = records.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return;
  const rows = await rowsOf(db, "record", { dataset_key: datasetKey })
    .select("external_id")
    .where("external_id", "in", ids)
    .execute();
  const there = new Set(rows.map((row) => row.external_id));
  // The schema of the bulk call refuses duplicates. The older call does not.
  const seen = new Set<string>();
  const taken = ids.filter((id) => there.has(id) || seen.size === seen.add(id).size);
  if (taken.length === 0) return;
  throw new Refusal("unprocessable", `found records with same external ids: ${[...new Set(taken)].join(", ")}`);
}

/**
 * The existing record of each item, or null for a new one. An item is matched by external id if it has a non-empty one,
 * otherwise by id within the dataset (contract api-v1 11.5). Always two queries, whatever the number of items.
 */
async function findUpserted(
  db: Db,
  datasetKey: number,
  records: readonly Pick<RecordUpsert, "id" | "externalId">[],
): Promise<(RecordRow | null)[]> {
  const external = records.flatMap(({ externalId }) => externalId || []);
  const ids = records.flatMap(({ id, externalId }) => (externalId ? [] : (id ?? [])));
  const byExternalId = new Map<string | null, RecordRow>();
  for (const row of await rowsWith(db, datasetKey, "external_id", external)) byExternalId.set(row.external_id, row);
  const byId = new Map<string, RecordRow>();
  for (const row of await rowsWith(db, datasetKey, "id", ids)) byId.set(row.id, row);
  return records.map(({ id, externalId }) => (externalId ? byExternalId.get(externalId) : byId.get(id ?? "")) ?? null);
}

/** The records of a dataset that have one of these ids. */
export async function rowsWith(
  db: Db,
  datasetKey: number,
  column: "id" | "external_id",
  values: readonly string[],
): Promise<RecordRow[]> {
  if (values.length === 0) return [];
  return rowsOf(db, "record", { dataset_key: datasetKey }).selectAll().where(column, "in", values).execute();
}

/** The older and the newer call refuse the same things with different texts (contract api-v1 11.1, 11.4). */
type Wording = {
  /** For records of a dataset that is not published. */
  readonly draft: string;
  readonly fault: (fault: RecordFault, position: number, datasetId: string) => string;
};

/** Adds records to a dataset, all or none. Returns their numbers in the order in which they were sent. */
async function addRecords(
  context: Context,
  dataset: DatasetRow,
  records: readonly NewRecord[],
  wording: Wording,
): Promise<number[]> {
  const { key: actorKey } = requireCaller(context);
  if (dataset.status !== "ready") throw new Refusal("unprocessable", wording.draft);
  await refuseTakenExternalIds(context.db, dataset.key, records);
  const rules = await loadRecordRules(context.db, dataset, records);
  for (const [position, record] of records.entries()) {
    const fault = recordFault(rules, { ...record, isNew: true });
    if (fault) throw new Refusal("unprocessable", wording.fault(fault, position, dataset.id));
  }
  const created = await insertRecords(context, { keys: rules.keys, actorKey }, records);
  await tellRecords(context, dataset, { created });
  return created;
}

type CreateRecords = { readonly datasetId: string; readonly records: readonly NewRecord[] };

const OLDER_WORDING: Wording = {
  draft: "Records cannot be created for a non published dataset",
  fault: (fault, position, datasetId) =>
    `Record at position ${position} is not valid because ${faultReason(fault, datasetId)}`,
};

/** Adds records, all or none of them, for older clients (contract api-v1 11.1, ROL-10). */
export async function createRecords(context: Context, { datasetId, records }: CreateRecords): Promise<void> {
  const dataset = await loadDatasetForManager(context, datasetId);
  await addRecords(context, dataset, records, OLDER_WORDING);
}

const BULK_WORDING: Wording = { draft: "records cannot be created for a non published dataset", fault: bulkFaultText };

/** Adds records, all or none of them, and returns them complete (contract api-v1 11.4, ROL-10). */
export async function bulkCreateRecords(
  context: Context,
  { datasetId, records }: CreateRecords,
): Promise<FeedbackRecord[]> {
  const dataset = await loadDatasetForManager(context, datasetId);
  const seqs = await addRecords(context, dataset, records, BULK_WORDING);
  return readRecords(context.db, wholeRecords(dataset), seqs);
}

type UpsertRecords = { readonly datasetId: string; readonly records: readonly RecordUpsert[] };
/** In the order of the request. `updatedIds`: ids of the records that existed before. */
export type UpsertedRecords = { readonly items: readonly FeedbackRecord[]; readonly updatedIds: readonly string[] };

type Update = { readonly found: RecordRow; readonly record: RecordUpsert };

/** Changes existing records and adds the others, all or none (contract api-v1 11.5, ROL-10). */
export async function bulkUpsertRecords(context: Context, input: UpsertRecords): Promise<UpsertedRecords> {
  const { key: actorKey } = requireCaller(context);
  const dataset = await loadDatasetForManager(context, input.datasetId);
  if (dataset.status !== "ready") {
    throw new Refusal("unprocessable", "records cannot be created or updated for a non published dataset");
  }
  const { db } = context;
  const { records } = input;
  const found = await findUpserted(db, dataset.key, records);
  const rules = await loadRecordRules(db, dataset, records);
  const seqs = records.flatMap((record, position) => (bringsParts(record) ? (found[position]?.seq ?? []) : []));
  const there = new Map(await readStoredSizes(db, rules.keys, seqs));
  const fieldsOf = new Map<number, FieldValues>();
  for (const [position, record] of records.entries()) {
    const row = found[position] ?? null;
    const on = row ? there.get(row.seq) : undefined;
    const stored = row && (fieldsOf.get(row.seq) ?? JSON.parse(row.fields));
    refuseFault(rules, dataset, stored, { ...record, ...(on ? { there: on } : {}) }, position);
    // The same record may appear again.
    if (row && on) there.set(row.seq, afterUpsert(on, record));
    if (row && saysFields(record)) fieldsOf.set(row.seq, record.fields);
  }

  const toAdd = records.filter((_, position) => !found[position]).map(toNew);
  // An empty external id matches no record, but must still be unique.
  const unfound = toAdd.filter(({ externalId }) => externalId === "");
  await refuseTakenExternalIds(db, dataset.key, unfound);
  const writing: Writing = { keys: rules.keys, actorKey };
  const added = await insertRecords(context, writing, toAdd);
  const updates = records.flatMap((record, position) => {
    const row = found[position];
    return row ? { found: row, record } : [];
  });
  const updated = updates.map(({ found: { seq } }) => seq);
  const before = await completedBefore(context, dataset, updated);
  await updateRecords(context, writing, updates);
  await tellRecords(context, dataset, { created: added, updated, before });

  const next = added.values();
  const written = found.map((row) => row?.seq ?? numberFrom(next));
  const items = await readRecords(db, wholeRecords(dataset), written);
  return { items, updatedIds: [...new Set(updates.map((update) => update.found.id))] };
}

/** Clients 2.x send an empty object for a record that they know by its id alone. */
const saysFields = (record: RecordUpsert): record is RecordUpsert & { readonly fields: FieldValues } =>
  record.fields !== null && Object.keys(record.fields).length > 0;

const bringsParts = ({ suggestions, vectors }: RecordUpsert): boolean =>
  suggestions.length > 0 || Object.keys(vectors).length > 0;

/** The number of the next added record. */
function numberFrom(added: IterableIterator<number>): number {
  const { value, done } = added.next();
  if (done) throw new Error("A record that was not there was not added");
  return value;
}

function refuseFault(
  rules: LoadedRules,
  { id }: DatasetRow,
  stored: FieldValues | null,
  record: RecordUpsert & { readonly there?: StoredSizes },
  position: number,
): void {
  const changesFields = stored !== null && saysFields(record);
  const fields = stored === null || changesFields ? record.fields : stored;
  if (fields === null) {
    throw new Refusal("unprocessable", `record at position ${position} is not valid because ${NO_FIELDS}`);
  }
  const fault = recordFault(rules, { ...record, fields, isNew: stored === null, changesFields });
  if (fault) throw new Refusal("unprocessable", bulkFaultText(fault, position, id));
}

/** The text of the reference. */
const NO_FIELDS =
  "1 validation error for RecordCreate\nfields\n  none is not an allowed value (type=type_error.none.not_allowed)";

const toNew = (record: RecordUpsert): NewRecord => ({
  ...record,
  fields: record.fields ?? {}, // checked: new records have fields
  metadata: record.metadata ?? null,
});

/** The fields whose texts differ: null is as good as none. Of a record that appears again the last ones count. */
function changedFields(names: readonly string[], updates: readonly Update[]) {
  const last = new Map<number, { readonly seq: number; readonly before: FieldValues; readonly fields: FieldValues }>();
  for (const { found, record } of updates) {
    const { seq } = found;
    if (saysFields(record)) last.set(seq, { seq, before: JSON.parse(found.fields), fields: record.fields });
  }
  return [...last.values()].filter(({ before, fields }) =>
    names.some((name) => fieldText(before, name) !== fieldText(fields, name)),
  );
}

async function updateRecords(context: Context, writing: Writing, updates: readonly Update[]): Promise<void> {
  await writeFields(context, writing.keys, changedFields(writing.keys.fields, updates));
  const metadata = updates.flatMap(({ found: { seq }, record: { metadata, metadataText } }) =>
    metadata === undefined ? [] : { seq, metadata, metadataText },
  );
  await writeMetadata(context, writing.keys, metadata);
  await writeAttachments(
    context,
    writing,
    updates.map(({ found, record }) => ({ ...record, seq: found.seq })),
  );
}

export const addRecordCalls = {
  writes: { createRecords, bulkCreateRecords, bulkUpsertRecords },
} as const;
