import { Refusal } from "@postil/domain/refusal";
import type { LogResult } from "@postil/domain/tasks/log-record";
import { sizeFault } from "@postil/domain/tasks/record-size";
import type { LastLog, TaskDocument, TaskRecordId } from "@postil/domain/tasks/task-record";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { inChunks } from "../../storage/in-chunks.ts";
import type { Context } from "../../storage/store.ts";
import { addTaskHistory, type TaskRecordChanged } from "../../storage/task-history.ts";
import { partsBySize, sizesOfIds } from "../../storage/task-record-sizes.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { documentOf, findTaskRecords, lastLogOf, type StoredTaskRecord } from "../../storage/task-records.ts";
import { loadTaskVectorKinds } from "../../storage/task-vectors.ts";
import { requireCaller } from "../require-caller.ts";

/** Writes records of task datasets over the stored ones, with their history. */

/** `index`: position of the record in the call; absent if it is the only one. */
type Written = LogResult & { readonly index?: number };

/** Returns the reason if a record, with everything stored on it before, would be too large; null if it is not. */
export async function sizeCheck(
  { db }: Context,
  datasetKey: number,
): Promise<(written: Written, document: number) => string | null> {
  const kinds = await loadTaskVectorKinds(db, datasetKey);
  return ({ document: { vectors = {} }, vectors: brought }, document) => {
    const lengthOf = (name: string) => brought[name]?.length ?? kinds.get(name)?.dimensions ?? 0;
    const numbers = Object.keys(vectors).reduce((sum, name) => sum + lengthOf(name), 0);
    return sizeFault({ document, numbers });
  };
}

/** Refuses a record that would be too large. */
export async function refuseTooLarge(
  context: Context,
  datasetKey: number,
): Promise<(written: Written, document: number) => void> {
  const faultOf = await sizeCheck(context, datasetKey);
  return (written, document) => {
    const msg = faultOf(written, document);
    if (msg === null) return;
    const loc = written.index === undefined ? ["body"] : ["body", "records", written.index];
    const errors = [{ loc, msg, type: "value_error" }];
    throw new Refusal("invalid_records", "The record is too large.", undefined, { errors });
  };
}

/** Adds the caller's changes of records to their history. */
export async function noteTaskChanges(
  context: Context,
  datasetKey: number,
  records: readonly TaskRecordChanged[],
): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  await addTaskHistory(context, { datasetKey, actorKey }, records);
}

/** The present state of a record; null and undefined if it does not exist. */
type Earlier = { readonly document: TaskDocument | null; readonly lastLog: LastLog | undefined };

type Write = Written & {
  /** Null means a new record. */
  readonly seq: number | null;
  /** The document before the call. */
  readonly before: TaskDocument | null;
};

/** Maximum total size of existing records that are overwritten in one batch. */
const TOGETHER = 16 * 2 ** 20;

/**
 * Writes items over the records with their ids, in order: if an id occurs twice, the second item is merged into the result of
 * the first. `lay` returns the new record for an item; null means that the item is not written. Returns the number of written
 * records.
 */
export async function writeOver<Item extends { readonly id: TaskRecordId }>(
  context: Context,
  { key }: Pick<TaskDatasetRow, "key">,
  items: readonly Item[],
  lay: (item: Item, earlier: Earlier) => Written | null,
): Promise<number> {
  const byId = Map.groupBy(items, ({ id }) => String(id));
  const ids = [...byId.keys()];
  const there = await sizesOfIds(context.db, key, ids);
  const refuse = await refuseTooLarge(context, key);
  let count = 0;
  for (const part of partsBySize(ids, (id) => there.get(id) ?? 0, TOGETHER)) {
    const known = part.filter((id) => there.has(id));
    const stored = await findStored(context, key, known);
    const writes = new Map<string, Write>();
    for (const item of part.flatMap((id) => byId.get(id) ?? [])) {
      const id = String(item.id);
      const row = stored.get(id);
      const earlier = writes.get(id) ?? unchanged(row);
      const written = lay(item, earlier);
      if (written === null) continue;
      const vectors = { ...earlier.vectors, ...written.vectors };
      writes.set(id, { ...written, vectors, seq: row?.seq ?? null, before: earlier.before });
    }
    const written = await writeTaskRecords(context, key, [...writes.values()], refuse);
    const steps = written.map(({ seq, before, document: after }) => ({ seq, before, after }));
    await noteTaskChanges(context, key, steps);
    count += written.length;
  }
  return count;
}

async function findStored({ db }: Context, datasetKey: number, ids: readonly string[]) {
  const stored = new Map<string, StoredTaskRecord>();
  await inChunks(ids, async (some) => {
    for (const [id, row] of await findTaskRecords(db, datasetKey, some)) stored.set(id, row);
  });
  return stored;
}

function unchanged(row: StoredTaskRecord | undefined) {
  const document = row ? documentOf(row) : null;
  return { document, lastLog: row && lastLogOf(row), before: document, vectors: {} };
}
