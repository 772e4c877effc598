import { historySeen } from "@postil/domain/accounts/policies";
import { changedAnswers } from "@postil/domain/answers/changed-answers";
import type { HistoryEntry, HistoryPerson, ResponseState } from "@postil/domain/records/response-history";
import { shownStates, type TaskHistoryEntry, type TaskRecordStep } from "@postil/domain/tasks/record-history";
import type { Kysely } from "kysely";
import { sizeOfTexts } from "../storage/sqlite/record-sizes.ts";
import type { Context } from "../storage/store.ts";
import type { Tables } from "../storage/tables.ts";
import { partsBySize } from "../storage/task-record-sizes.ts";
import { loadQuestions, loadRecordForMember } from "./feedback/load-record.ts";
import { requireCaller } from "./require-caller.ts";
import type { TaskRecordAt } from "./tasks/find-records.ts";
import { loadTaskRecord } from "./tasks/find-records.ts";
import { loadTaskDatasetForMember, requireOpen } from "./tasks/load-task-dataset.ts";

/** Which steps of a record's history are asked for. */
type AskedActivity = {
  readonly datasetKey: number;
  readonly seq: number;
  /** Null: everybody's. */
  readonly userKey: number | null;
  readonly before: number | null;
  readonly limit: number;
};

/** The steps of one reply have at most so many bytes, but for a step that has more by itself; the others are asked for next (API-40). */
const HISTORY_BYTES = 8 * 2 ** 20;

/** The latest steps of a record's history, as many as one reply holds; `more`: there are older ones. */
async function activityOf(db: Kysely<Tables>, asked: AskedActivity) {
  const { limit } = asked;
  const steps = stepsOf(db, asked);
  const sizes = await steps
    .select(["activity.key", sizeOfTexts("activity.before", "activity.after").as("bytes")])
    .limit(limit + 1)
    .execute();
  const [first = []] = partsBySize(sizes.slice(0, limit), ({ bytes }) => bytes, HISTORY_BYTES);
  const rows = await steps
    .leftJoin("user as actor", "actor.key", "activity.actor_key")
    .leftJoin("user as author", "author.key", "activity.user_key")
    .select(["activity.key", "activity.at", "activity.before", "activity.after", "activity.shown_ms"])
    .select(["actor.id as actor_id", "actor.username as actor_name", "actor.deleted_at as actor_deleted"])
    .select(["author.id as author_id", "author.username as author_name", "author.deleted_at as author_deleted"])
    .limit(first.length)
    .execute();
  return { rows, more: sizes.length > first.length };
}

const stepsOf = (db: Kysely<Tables>, { datasetKey, seq, userKey, before }: AskedActivity) =>
  db
    .selectFrom("activity")
    .where("activity.dataset_key", "=", datasetKey)
    .where("activity.seq", "=", seq)
    .$if(userKey !== null, (query) => query.where("activity.user_key", "=", userKey))
    .$if(before !== null, (query) => query.where("activity.key", "<", before))
    .orderBy("activity.key", "desc");

/** The name of a deleted user is free for somebody else, so the history does not say it any more. */
function personOf(id: string | null, username: string | null, deletedAt: number | null): HistoryPerson | null {
  return id === null || username === null || deletedAt !== null ? null : { id, username };
}

type GetRecordHistory = {
  readonly recordId: string;
  /** Only what came before the entry of this id; null: from the latest on. */
  readonly before: number | null;
  readonly limit: number;
};

type RecordHistory = {
  readonly entries: readonly HistoryEntry[];
  /** There are older ones. */
  readonly more: boolean;
};

/**
 * What was done to the responses of a record, the latest first: everybody's for those who manage the dataset, others see what
 * became of their own (`historySeen`).
 */
async function getRecordHistory(context: Context, input: GetRecordHistory): Promise<RecordHistory> {
  const caller = requireCaller(context);
  const { db } = context;
  const record = await loadRecordForMember(context, input.recordId);
  const userKey = historySeen(caller, record.workspace_id) === "own" ? caller.key : null;
  const { rows, more } = await activityOf(db, { datasetKey: record.dataset_key, seq: record.seq, userKey, ...input });
  const questions = await loadQuestions(db, record.dataset_id);
  const fields = JSON.parse(record.fields);
  const entries = rows.map((row): HistoryEntry => {
    const [before, after] = [stateOf(row.before), stateOf(row.after)];
    return {
      id: row.key,
      at: row.at,
      actor: personOf(row.actor_id, row.actor_name, row.actor_deleted),
      author: personOf(row.author_id, row.author_name, row.author_deleted),
      statusBefore: before?.status ?? null,
      statusAfter: after?.status ?? null,
      shownMs: row.shown_ms,
      answers: changedAnswers(questions, fields, before, after),
    };
  });
  return { entries, more };
}

/** The column holds what `activity.ts` wrote. */
const stateOf = (kept: string | null): ResponseState | null => (kept === null ? null : JSON.parse(kept));

type GetTaskRecordHistory = TaskRecordAt & Pick<GetRecordHistory, "before" | "limit">;

type TaskRecordHistory = { readonly entries: readonly TaskHistoryEntry[]; readonly more: boolean };

/** What was done to a task record, the latest first. What a member may write every member may read, whoever wrote it (ROL-11). */
async function getTaskRecordHistory(
  context: Context,
  { before, limit, ...at }: GetTaskRecordHistory,
): Promise<TaskRecordHistory> {
  const { db } = context;
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  const { seq } = await loadTaskRecord(context, dataset, at.id);
  const { rows, more } = await activityOf(db, { datasetKey: dataset.key, seq, userKey: null, before, limit });
  const entries = rows.map((row): TaskHistoryEntry => {
    const step = stepOf(row);
    return {
      id: row.key,
      at: row.at,
      actor: personOf(row.actor_id, row.actor_name, row.actor_deleted),
      ...shownStates(step),
      changed: step.changed,
    };
  });
  return { entries, more };
}

/** The columns hold what note-task-changes wrote. */
function stepOf({ before, after }: { readonly before: string | null; readonly after: string | null }): TaskRecordStep {
  const { changed, ...state } = JSON.parse(after ?? "{}");
  return { before: before === null ? null : JSON.parse(before), after: state, changed };
}

export const historyCalls = {
  reads: { getRecordHistory, getTaskRecordHistory },
} as const;
