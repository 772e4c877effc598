import { Refusal } from "@postil/domain/refusal";
import { labelsIn } from "@postil/domain/tasks/annotation-part";
import { SCHEMA_BOUND, schemaNames } from "@postil/domain/tasks/labels";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { byteLength } from "@postil/domain/text/characters";
import type { Selectable } from "kysely";
import type { HasDb } from "../storage/store.ts";
import type { Db, DeletedRecordsTable, Seqs } from "../storage/tables.ts";
import { readTaskSettings, writeTaskSettings } from "../storage/task-datasets.ts";
import { documentOf, readTaskRecords, taskRecordsAfter } from "../storage/task-records.ts";

/** Restored task records obey the rules of their dataset, which may have changed meanwhile (BIN-09). */

type Deletion = Pick<Selectable<DeletedRecordsTable>, "key" | "dataset_key">;

/** Whether a record may have several labels; null for other tasks. */
const several = (document: TaskDocument): boolean | null => ("inputs" in document ? document.multi_label : null);

async function severalIn(db: Db, datasetKey: number): Promise<boolean | null> {
  const [first] = await taskRecordsAfter(db, datasetKey, "", 1);
  return first ? several(documentOf(first)) : null;
}

/** Single-label and multi-label records in one dataset would keep everybody from logging more. */
export async function refuseOtherKind(
  { db }: HasDb,
  { key, dataset_key, name }: Deletion & { readonly name: string | null },
): Promise<void> {
  const [there, gone] = [await severalIn(db, dataset_key), await severalIn(db, key)];
  if (there === null || gone === null || there === gone) return;
  const [now, before] = there ? ["multi-label", "single-label"] : ["single-label", "multi-label"];
  throw new Refusal(
    "conflict",
    `The records of dataset \`${name}\` are ${now} now, and the deleted ones are ${before}: a dataset cannot have both`,
  );
}

/** `fault`: why records stay deleted although nothing has their ids; null: none does. */
type Fitting = { readonly seqs: number[]; readonly fault: string | null };

/**
 * The records that fit into the dataset. Labels that its schema does not have any more are added to it, because a label that
 * is in use has to be there; a record whose labels have no room there stays deleted.
 */
export async function fitRestored({ db }: HasDb, { key, dataset_key }: Deletion, seqs: Seqs): Promise<Fitting> {
  const stored = await readTaskRecords(db, key, seqs);
  const records = stored.map((row) => ({ seq: row.seq, document: documentOf(row) }));
  const [first] = records;
  if (!first) return { seqs: [], fault: null };
  const wanted = (await severalIn(db, dataset_key)) ?? several(first.document);
  return addLabels(
    db,
    dataset_key,
    records
      .filter(({ document }) => several(document) === wanted)
      .map(({ seq, document: { prediction, annotation } }) => ({
        seq,
        labels: [prediction, annotation].flatMap((part) => (part ? labelsIn(part) : [])),
      })),
  );
}

type Labeled = { readonly seq: number; readonly labels: readonly string[] };

async function addLabels(db: Db, datasetKey: number, records: readonly Labeled[]): Promise<Fitting> {
  const all = records.map(({ seq }) => seq);
  const settings = await readTaskSettings(db, datasetKey);
  const schema = settings?.labelSchema;
  if (!schema) return { seqs: all, fault: null };
  const names = new Set(schemaNames(schema));
  const missing = records.map(({ labels }) => [...new Set(labels)].filter((label) => !names.has(label)));
  if (missing.every((labels) => labels.length === 0)) return { seqs: all, fault: null };
  const { bytes } = SCHEMA_BOUND;
  let size = byteLength(JSON.stringify(schema));
  let most = size;
  const added = new Map<string, string>();
  const seqs = records.flatMap(({ seq }, at) => {
    const own = (missing[at] ?? []).filter((label) => !added.has(label)).map((name) => [name, memberOf(name)] as const);
    const more = own.reduce((sum, [, member]) => sum + byteLength(member) + 1, 0);
    most = Math.max(most, size + more);
    if (more > 0 && size + more > bytes) return [];
    size += more;
    for (const [name, member] of own) added.set(name, member);
    return seq;
  });
  const fault = seqs.length < all.length ? `The labels would have ${most} bytes, the limit is ${bytes}.` : null;
  if (added.size > 0) {
    const labels = [...schema.labels, ...[...added.keys()].map((name) => ({ id: name, name }))];
    await writeTaskSettings(db, datasetKey, { ...settings, labelSchema: { ...schema, labels } });
  }
  return { seqs, fault };
}

const memberOf = (name: string): string => JSON.stringify({ id: name, name });
