import { type LogResult, logRecord } from "@postil/domain/tasks/log-record";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import { isAsSeen } from "@postil/domain/tasks/seen-record";
import type { TaskDocument, TaskRecordId } from "@postil/domain/tasks/task-record";
import { timeToText } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { inChunks } from "../../storage/in-chunks.ts";
import type { Context } from "../../storage/store.ts";
import { partsBySize, sizesOfIds } from "../../storage/task-record-sizes.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { documentOf, findTaskRecords, lastLogOf, type StoredTaskRecord } from "../../storage/task-records.ts";
import { noteTaskChanges } from "./note-task-changes.ts";
import { refuseTooLarge } from "./refuse-too-large.ts";

type Write = LogResult & {
  /** Null: it is new. */
  readonly seq: number | null;
  /** As it was before the call. */
  readonly before: TaskDocument | null;
  /** Which of the call it is, the last of its id. */
  readonly index: number;
};
type Named = { readonly record: LoggedRecord; readonly id: TaskRecordId; readonly index: number };

/** Of the records that are there, so many bytes are laid over at once. */
const TOGETHER = 16 * 2 ** 20;

/**
 * Lays records over those of their ids; one that comes twice is laid over what came before it. Returns the ids of those that are not as
 * they had been seen: nothing of them is written.
 */
export async function writeLogs(
  context: Context,
  { key }: TaskDatasetRow,
  records: readonly LoggedRecord[],
): Promise<readonly TaskRecordId[]> {
  const named = records.map((record, index): Named => ({ record, index, id: record.id ?? newId() }));
  const byId = Map.groupBy(named, ({ id }) => String(id));
  const ids = [...byId.keys()];
  const there = await sizesOfIds(context.db, key, ids);
  const lastUpdated = timeToText(context.now());
  const refuse = await refuseTooLarge(context, key);
  const changed: TaskRecordId[] = [];
  for (const part of partsBySize(ids, (id) => there.get(id) ?? 0, TOGETHER)) {
    const stored = await findStored(
      context,
      key,
      part.filter((id) => there.has(id)),
    );
    const laid = layOver(
      part.flatMap((id) => byId.get(id) ?? []),
      stored,
      lastUpdated,
    );
    const written = await writeTaskRecords(context, key, laid.writes, refuse);
    const steps = written.map(({ seq, before, document: after }) => ({ seq, before, after }));
    await noteTaskChanges(context, key, steps);
    changed.push(...laid.changed);
  }
  return changed;
}

async function findStored({ db }: Context, datasetKey: number, ids: readonly string[]) {
  const stored = new Map<string, StoredTaskRecord>();
  await inChunks(ids, async (some) => {
    for (const [id, row] of await findTaskRecords(db, datasetKey, some)) stored.set(id, row);
  });
  return stored;
}

function layOver(named: readonly Named[], stored: ReadonlyMap<string, StoredTaskRecord>, lastUpdated: string) {
  const writes = new Map<string, Write>();
  const changed: TaskRecordId[] = [];
  for (const { record, id, index } of named) {
    const row = stored.get(String(id));
    const earlier = writes.get(String(id)) ?? unchanged(row);
    if (record.seen && !isAsSeen(earlier.document, record.seen)) {
      changed.push(id);
      continue;
    }
    const written = logRecord(earlier.document, record, { id, lastUpdated, earlier: earlier.lastLog });
    const vectors = { ...earlier.vectors, ...written.vectors };
    writes.set(String(id), { ...written, vectors, seq: row?.seq ?? null, before: earlier.before, index });
  }
  return { writes: [...writes.values()], changed };
}

function unchanged(row: StoredTaskRecord | undefined) {
  const document = row ? documentOf(row) : null;
  return { document, lastLog: row && lastLogOf(row), before: document, vectors: {} };
}
