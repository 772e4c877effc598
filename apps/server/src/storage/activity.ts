import { stepBetween } from "@postil/domain/tasks/record-history";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { compiled } from "./compiled.ts";
import type { ResponseRow } from "./read-records.ts";
import { putRows } from "./statements.ts";
import type { WriteContext } from "./store.ts";
import type { ActivityTable, Db } from "./tables.ts";

/** The user who changes responses, the dataset, and how long the user looked at the record. */
export type Change = {
  readonly datasetKey: number;
  readonly actorKey: number;
  /** How long the record was on the screen, in milliseconds; null if the page did not say so. */
  readonly shownMs: number | null;
};

/** One response before and after a change; null means none. */
export type ResponseChange = {
  readonly seq: number;
  readonly userKey: number;
  readonly before: ResponseRow | null;
  readonly after: ResponseRow | null;
};

const putSteps = putRows("activity", {
  columns: ["dataset_key", "seq", "user_key", "actor_key", "at", "kind", "before", "after", "shown_ms"],
});

const remembered = (row: ResponseRow | null): string | null =>
  row && `{"status":"${row.status}","values":${row.values ?? "null"}}`;

function kindOf({ before, after }: ResponseChange): ActivityTable["kind"] {
  if (after === null) return "response_deleted";
  return before === null ? "response_created" : "response_updated";
}

/** Adds changes to the history in their order, in the transaction that makes them. */
export async function addActivity(
  { db, now }: WriteContext,
  by: Change,
  changes: readonly ResponseChange[],
): Promise<void> {
  const rows = changes.map((change) => ({
    dataset_key: by.datasetKey,
    seq: change.seq,
    user_key: change.userKey,
    actor_key: by.actorKey,
    at: now(),
    kind: kindOf(change),
    before: remembered(change.before),
    after: remembered(change.after),
    shown_ms: by.shownMs,
  }));
  await putSteps(db, rows);
}

/** A record before and after a call; `before` is null for a new record. */
export type TaskRecordChanged = {
  readonly seq: number;
  readonly before: TaskDocument | null;
  readonly after: TaskDocument;
};

/**
 * Adds a user's changes of task records to the history, in the transaction that makes them: who validated, discarded or
 * changed them. A task record has no response, so the row's user is the actor.
 */
export async function addTaskHistory(
  { db, now }: WriteContext,
  { datasetKey, actorKey }: Pick<Change, "datasetKey" | "actorKey">,
  records: readonly TaskRecordChanged[],
): Promise<void> {
  const steps = records.flatMap(({ seq, before, after }) => {
    const step = stepBetween(before, after);
    return step ? { seq, ...step } : [];
  });
  if (steps.length === 0) return;
  const at = now();
  const rows = steps.map(({ seq, before, after, changed }) => ({
    dataset_key: datasetKey,
    seq,
    user_key: actorKey,
    actor_key: actorKey,
    at,
    kind: "task_record_changed" as const,
    before: before && JSON.stringify(before),
    after: JSON.stringify({ ...after, changed }),
    shown_ms: null,
  }));
  await putSteps(db, rows);
}

const lastKey = compiled((db) => db.selectFrom("activity").select("key").orderBy("key", "desc").limit(1));
const timeFrom = compiled((db, key: number) =>
  db.selectFrom("activity").select(["key", "at"]).where("key", ">=", key).orderBy("key").limit(1),
);

/** The key of the first row at or after this time, or null. Rows are in time order, so a binary search finds it. */
async function firstSince(db: Db, at: number): Promise<number | null> {
  const [last] = await lastKey(db);
  if (!last) return null;
  let [low, high] = [0, last.key + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await timeFrom(db, middle);
    if (row === undefined || row.at >= at) high = middle;
    else low = row.key + 1;
  }
  return low > last.key ? null : low;
}

/** Number of answers per user and dataset, by their keys, that were given since a time and are still valid. */
export async function answersByDataset(db: Db, at: number) {
  const from = await firstSince(db, at);
  return from === null ? [] : db.values.standingAnswers(from);
}

/** Answers per user key that were given since a time and are still valid. `datasetKeys`: only these; null means all. */
export async function answersSince(
  db: Db,
  at: number,
  datasetKeys: ReadonlySet<number> | null,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { actor_key: user, dataset_key: dataset, records } of await answersByDataset(db, at)) {
    if (datasetKeys === null || datasetKeys.has(dataset)) counts.set(user, (counts.get(user) ?? 0) + records);
  }
  return counts;
}
