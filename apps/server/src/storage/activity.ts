import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import type { ResponseRow } from "./record-rows.ts";
import { putRows } from "./sqlite/put-rows.ts";
import type { ActivityTable, Tables } from "./tables.ts";

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

const insertActivity = compiled((db, row: Omit<ActivityTable, "key">) => db.insertInto("activity").values(row));

/** The JSON that the history stores for a response. */
const remembered = (row: ResponseRow | null): string | null =>
  row && `{"status":"${row.status}","values":${row.values ?? "null"}}`;

function kindOf({ before, after }: ResponseChange): ActivityTable["kind"] {
  if (after === null) return "response_deleted";
  return before === null ? "response_created" : "response_updated";
}

/** Adds a change to the history, in the transaction that makes it. */
export async function addActivity(db: Kysely<Tables>, by: Change, change: ResponseChange, at: number): Promise<void> {
  await insertActivity(db, {
    dataset_key: by.datasetKey,
    seq: change.seq,
    user_key: change.userKey,
    actor_key: by.actorKey,
    at,
    kind: kindOf(change),
    before: remembered(change.before),
    after: remembered(change.after),
    shown_ms: by.shownMs,
  });
}

/** One step of a task record, as the history keeps it. */
export type TaskRecordActivity = { readonly seq: number; readonly before: object | null; readonly after: object };

const putSteps = putRows("activity", {
  columns: ["dataset_key", "seq", "user_key", "actor_key", "at", "kind", "before", "after"],
});

/**
 * Adds changes of task records to the history, in the same transaction. A task record has no response, so the row's user is
 * the actor.
 */
export async function addTaskActivity(
  db: Kysely<Tables>,
  { datasetKey, actorKey }: Pick<Change, "datasetKey" | "actorKey">,
  steps: readonly TaskRecordActivity[],
  at: number,
): Promise<void> {
  const rows = steps.map(({ seq, before, after }) => ({
    dataset_key: datasetKey,
    seq,
    user_key: actorKey,
    actor_key: actorKey,
    at,
    kind: "task_record_changed" as const,
    before: before && JSON.stringify(before),
    after: JSON.stringify(after),
    shown_ms: null,
  }));
  await putSteps(db, rows);
}
