import type { FeedbackRecord } from "@postil/domain/records/record";
import { bulkFaultText } from "@postil/domain/records/record-fault-text";
import type { NewRecord, RecordUpsert } from "@postil/domain/records/record-input";
import { recordFault } from "@postil/domain/records/record-rules";
import { afterUpsert, type StoredSizes } from "@postil/domain/records/size-limits";
import { Refusal } from "@postil/domain/refusal";
import { readRecords } from "../../storage/read-records.ts";
import { readStoredSizes } from "../../storage/read-stored-sizes.ts";
import type { RecordRow } from "../../storage/record-rows.ts";
import { insertRecords, type Writing, writeAttachments, writeMetadata } from "../../storage/record-writes.ts";
import type { Context } from "../../storage/store.ts";
import { type DatasetRow, loadDatasetForManager } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { findUpserted } from "./find-upserted.ts";
import { type LoadedRules, loadRecordRules } from "./load-record-rules.ts";
import { refuseTakenExternalIds } from "./refuse-taken-external-ids.ts";
import { wholeRecords } from "./whole-records.ts";

export type UpsertRecords = { readonly datasetId: string; readonly records: readonly RecordUpsert[] };
/** In the order asked for; `updatedIds`: of those that were there already. */
export type UpsertedRecords = { readonly items: readonly FeedbackRecord[]; readonly updatedIds: readonly string[] };

type Update = { readonly found: RecordRow; readonly record: RecordUpsert };

/** Changes the records that are found and adds the others, all or none (contract api-v1 11.5, ROL-10). */
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
  for (const [position, record] of records.entries()) {
    const row = found[position] ?? null;
    const on = row ? there.get(row.seq) : undefined;
    refuseFault(rules, dataset, row, { ...record, ...(on ? { there: on } : {}) }, position);
    // It may come again.
    if (row && on) there.set(row.seq, afterUpsert(on, record));
  }

  const toAdd = records.filter((_, position) => !found[position]).map(toNew);
  // An empty external id finds nothing, but names one record all the same.
  const unfound = toAdd.filter(({ externalId }) => externalId === "");
  await refuseTakenExternalIds(db, dataset.key, unfound);
  const writing: Writing = { keys: rules.keys, actorKey };
  const added = await insertRecords(context, writing, toAdd);
  const updates = records.flatMap((record, position) => {
    const row = found[position];
    return row ? { found: row, record } : [];
  });
  await updateRecords(context, writing, updates);

  const next = added.values();
  const written = found.map((row) => row?.seq ?? numberFrom(next));
  const items = await readRecords(db, wholeRecords(dataset), written);
  return { items, updatedIds: [...new Set(updates.map((update) => update.found.id))] };
}

const bringsParts = ({ suggestions, vectors }: RecordUpsert): boolean =>
  suggestions.length > 0 || Object.keys(vectors).length > 0;

/** Of the next record that was added. */
function numberFrom(added: IterableIterator<number>): number {
  const { value, done } = added.next();
  if (done) throw new Error("A record that was not there was not added");
  return value;
}

function refuseFault(
  rules: LoadedRules,
  { id }: DatasetRow,
  found: RecordRow | null,
  record: RecordUpsert & { readonly there?: StoredSizes },
  position: number,
): void {
  const fields = found ? JSON.parse(found.fields) : record.fields;
  if (fields === null) {
    throw new Refusal("unprocessable", `record at position ${position} is not valid because ${NO_FIELDS}`);
  }
  const fault = recordFault(rules, { ...record, fields, isNew: found === null });
  if (fault) throw new Refusal("unprocessable", bulkFaultText(fault, position, id));
}

/** As the reference says it. */
const NO_FIELDS =
  "1 validation error for RecordCreate\nfields\n  none is not an allowed value (type=type_error.none.not_allowed)";

const toNew = (record: RecordUpsert): NewRecord => ({
  ...record,
  fields: record.fields ?? {}, // checked: a new one has them
  metadata: record.metadata ?? null,
});

async function updateRecords(context: Context, writing: Writing, updates: readonly Update[]): Promise<void> {
  for (const { found, record } of updates) {
    const { metadata, metadataText } = record;
    if (metadata !== undefined) await writeMetadata(context, writing.keys, found.seq, { metadata, metadataText });
  }
  await writeAttachments(
    context,
    writing,
    updates.map(({ found, record }) => ({ ...record, seq: found.seq })),
  );
}
