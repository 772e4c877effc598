import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import type { ResponseRow } from "./record-rows.ts";
import { putRows } from "./sqlite/put-rows.ts";
import type { ActivityTable, Tables } from "./tables.ts";

/** Who makes a change of responses, where, and how long they looked. */
export type Change = {
  readonly datasetKey: number;
  readonly actorKey: number;
  /** How long the record was on the screen, in milliseconds, when the page said so. */
  readonly shownMs: number | null;
};

/** One response before and after; null: none. */
export type ResponseChange = {
  readonly seq: number;
  readonly userKey: number;
  readonly before: ResponseRow | null;
  readonly after: ResponseRow | null;
};

const insertActivity = compiled((db, row: Omit<ActivityTable, "key">) => db.insertInto("activity").values(row));

/** What the history keeps of a response. */
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

/** Adds steps of task records to the history, in the transaction that takes them. Nobody's own response changes: it is the actor's. */
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
