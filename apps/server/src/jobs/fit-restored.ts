import { Refusal } from "@postil/domain/refusal";
import { labelsIn } from "@postil/domain/tasks/annotation-part";
import { schemaNames } from "@postil/domain/tasks/labels";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import type { Selectable } from "kysely";
import type { Context } from "../storage/store.ts";
import type { Db, DeletedRecordsTable } from "../storage/tables.ts";
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
  { db }: Pick<Context, "db">,
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

/**
 * Returns those of the records that fit into the dataset. Labels that its schema does not have any more are added to it,
 * because a label that is in use has to be there.
 */
export async function fitRestored(
  { db }: Pick<Context, "db">,
  { key, dataset_key }: Deletion,
  seqs: readonly number[],
): Promise<number[]> {
  const stored = await readTaskRecords(db, key, seqs);
  const records = stored.map((row) => ({ seq: row.seq, document: documentOf(row) }));
  const [first] = records;
  if (!first) return [];
  const wanted = (await severalIn(db, dataset_key)) ?? several(first.document);
  const fitting = records.filter(({ document }) => several(document) === wanted);
  await addLabels(
    db,
    dataset_key,
    fitting.flatMap(({ document: { prediction, annotation } }) =>
      [prediction, annotation].flatMap((part) => (part ? labelsIn(part) : [])),
    ),
  );
  return fitting.map(({ seq }) => seq);
}

async function addLabels(db: Db, datasetKey: number, labels: readonly string[]): Promise<void> {
  if (labels.length === 0) return;
  const settings = await readTaskSettings(db, datasetKey);
  const schema = settings?.labelSchema;
  if (!schema) return;
  const names = new Set(schemaNames(schema));
  const missing = [...new Set(labels)].filter((label) => !names.has(label));
  if (missing.length === 0) return;
  const added = missing.map((name) => ({ id: name, name }));
  await writeTaskSettings(db, datasetKey, {
    ...settings,
    labelSchema: { ...schema, labels: [...schema.labels, ...added] },
  });
}
