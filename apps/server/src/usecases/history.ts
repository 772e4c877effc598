import { historySeen } from "@postil/domain/accounts/policies";
import { changedAnswers } from "@postil/domain/answers/answer-text";
import type { HistoryEntry, HistoryPerson } from "@postil/domain/records/labeled-record";
import type { ResponseState } from "@postil/domain/records/record";
import { shownStates, type TaskHistoryEntry, type TaskRecordStep } from "@postil/domain/tasks/record-history";
import { partsBySize } from "../storage/parts.ts";
import type { Context } from "../storage/store.ts";
import type { Db } from "../storage/tables.ts";
import { loadQuestions, loadRecordForMember } from "./feedback/load.ts";
import { requireCaller } from "./refuse.ts";
import { loadOpenTaskDataset } from "./tasks/datasets.ts";
import { loadTaskRecord, type TaskRecordAt } from "./tasks/find-records.ts";

type AskedActivity = {
  readonly datasetKey: number;
  readonly seq: number;
  /** Null means all users. */
  readonly userKey: number | null;
  readonly before: number | null;
  readonly limit: number;
};

/** Maximum size of the steps in one reply. A larger step is sent alone; the next ones follow later (API-40). */
const HISTORY_BYTES = 8 * 2 ** 20;

/** The latest steps of a record's history that fit in one reply; `more`: true if there are older ones. */
async function activityOf(db: Db, asked: AskedActivity) {
  const { limit } = asked;
  const steps = stepsOf(db, asked);
  const sizes = await steps
    .select(["activity.key", db.expressions.sizeOf("activity.before", "activity.after").as("bytes")])
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

const stepsOf = (db: Db, { datasetKey, seq, userKey, before }: AskedActivity) =>
  db
    .selectFrom("activity")
    .where("activity.dataset_key", "=", datasetKey)
    .where("activity.seq", "=", seq)
    .$if(userKey !== null, (query) => query.where("activity.user_key", "=", userKey))
    .$if(before !== null, (query) => query.where("activity.key", "<", before))
    .orderBy("activity.key", "desc");

/** Another user may take the name of a deleted user, so the history does not show it any more. */
function personOf(id: string | null, username: string | null, deletedAt: number | null): HistoryPerson | null {
  return id === null || username === null || deletedAt !== null ? null : { id, username };
}

type GetRecordHistory = {
  readonly recordId: string;
  /** Only entries before the entry with this id; null means from the latest on. */
  readonly before: number | null;
  readonly limit: number;
};

type RecordHistory = {
  readonly entries: readonly HistoryEntry[];
  readonly more: boolean;
};

/**
 * The changes of a record's responses, the latest first. Managers of the dataset see all users' changes; others see only
 * those of their own responses (`historySeen`).
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

/** The changes of a task record, the latest first. Every member may write records, and so read all changes (ROL-11). */
async function getTaskRecordHistory(
  context: Context,
  { before, limit, ...at }: GetTaskRecordHistory,
): Promise<TaskRecordHistory> {
  const { db } = context;
  const dataset = await loadOpenTaskDataset(context, at);
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
