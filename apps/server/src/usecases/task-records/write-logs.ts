import { type LogResult, logRecord } from "@postil/domain/tasks/log-record";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { inChunks } from "../../storage/in-chunks.ts";
import type { Context } from "../../storage/store.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { documentOf, findTaskRecords, type StoredTaskRecord } from "../../storage/task-records.ts";
import { noteTaskChanges } from "./note-task-changes.ts";

type Write = LogResult & {
  /** Null: it is new. */
  readonly seq: number | null;
  /** As it was before the call. */
  readonly before: TaskDocument | null;
};

/** Lays records over those of their ids; one that comes twice is laid over what came before it. */
export async function writeLogs(
  context: Context,
  { key }: TaskDatasetRow,
  records: readonly LoggedRecord[],
): Promise<void> {
  const named = records.map((record) => ({ record, id: record.id ?? newId() }));
  const stored = new Map<string, StoredTaskRecord>();
  await inChunks([...new Set(named.map(({ id }) => String(id)))], async (ids) => {
    for (const [id, row] of await findTaskRecords(context.db, key, ids)) stored.set(id, row);
  });
  const writes = new Map<string, Write>();
  const lastUpdated = timeToText(context.now());
  for (const { record, id } of named) {
    const row = stored.get(String(id));
    const earlier = writes.get(String(id)) ?? unchanged(row);
    const written = logRecord(earlier.document, record, { id, lastUpdated });
    const vectors = { ...earlier.vectors, ...written.vectors };
    writes.set(String(id), { ...written, vectors, seq: row?.seq ?? null, before: earlier.before });
  }
  const written = [...writes.values()];
  const seqs = await writeTaskRecords(context, key, written);
  const changes = written.map(({ before, document }, index) => ({ seq: seqs[index] ?? -1, before, after: document }));
  await noteTaskChanges(context, key, changes);
}

function unchanged(row: StoredTaskRecord | undefined) {
  const document = row ? documentOf(row) : null;
  return { document, before: document, vectors: {} };
}
