import { type LastLog, parseDocument, type TaskDocument } from "@postil/domain/tasks/task-record";
import type { Selectable } from "kysely";
import { compiled } from "./compiled.ts";
import { rowsOf } from "./statements.ts";
import type { Db, Seqs, TaskRecordTable } from "./tables.ts";

export type StoredTaskRecord = Pick<Selectable<TaskRecordTable>, "seq" | "id" | "last_log" | "vectors" | "document">;

const COLUMNS = ["seq", "id", "last_log", "vectors", "document"] as const;

const recordsById = compiled((db, datasetKey: number, ids: readonly string[]) =>
  db.selectFrom("task_record").select(COLUMNS).where("dataset_key", "=", datasetKey).where("id", "in", ids),
);

const recordsBySeq = compiled((db, datasetKey: number, seqs: Seqs) =>
  db.selectFrom("task_record").select(COLUMNS).where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

const after = (db: Db, datasetKey: number, id: string, count: number) =>
  rowsOf(db, "task_record", { dataset_key: datasetKey }).where("id", ">", id).orderBy("id").limit(count);

/** The next `count` records after an id, in id order (code points), as loading a whole dataset reads them. */
export const taskRecordsAfter = compiled((db, ...from: [datasetKey: number, id: string, count: number]) =>
  after(db, ...from).select(COLUMNS),
);

const documentsFrom = compiled((db, datasetKey: number, from: number, to: number) =>
  rowsOf(db, "task_record", { dataset_key: datasetKey })
    .select(["seq", "document"])
    .where("seq", ">=", from)
    .where("seq", "<", to),
);

const numbersAfter = compiled((db, ...from: [datasetKey: number, id: string, count: number]) =>
  after(db, ...from).select(["id", "seq"]),
);

const numbersBefore = compiled((db, datasetKey: number, id: string, count: number) =>
  rowsOf(db, "task_record", { dataset_key: datasetKey })
    .select(["id", "seq"])
    .where("id", "<", id)
    .orderBy("id", "desc")
    .limit(count),
);

/** Record numbers per statement: a read can be ended between two statements. */
const SLICE = 1024;

/** Every stored document of the records before `size`. */
export async function* readDocuments(
  db: Db,
  datasetKey: number,
  size: number,
): AsyncGenerator<Pick<StoredTaskRecord, "seq" | "document">> {
  for (let from = 0; from < size; from += SLICE) {
    yield* await documentsFrom(db, datasetKey, from, Math.min(from + SLICE, size));
  }
}

/** The document as the domain uses it: with the facts about its vectors, but without their numbers. */
export const documentOf = ({ document, vectors }: Pick<StoredTaskRecord, "document" | "vectors">): TaskDocument =>
  parseDocument(vectors === null ? document : `${document.slice(0, -1)},"vectors":${vectors}}`);

export const lastLogOf = ({ last_log }: Pick<StoredTaskRecord, "last_log">): LastLog => JSON.parse(last_log);

/** The existing records with these ids, in string form. */
export async function findTaskRecords(
  db: Db,
  datasetKey: number,
  ids: readonly string[],
): Promise<Map<string, StoredTaskRecord>> {
  const rows = ids.length === 0 ? [] : await recordsById(db, datasetKey, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The records with these numbers, in the order of the numbers; missing records are left out. */
export async function readTaskRecords(db: Db, datasetKey: number, seqs: Seqs): Promise<StoredTaskRecord[]> {
  if (seqs.length === 0) return [];
  const rows = new Map((await recordsBySeq(db, datasetKey, seqs)).map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => rows.get(seq) ?? []);
}

/** Ids and numbers of the next `count` records after an id, in id order, or before it from the last id to the first. */
export const taskNumbersAlong = (
  db: Db,
  datasetKey: number,
  { id, descending }: { readonly id: string; readonly descending: boolean },
  count: number,
): Promise<{ readonly id: string; readonly seq: number }[]> =>
  descending ? numbersBefore(db, datasetKey, id, count) : numbersAfter(db, datasetKey, id, count);
