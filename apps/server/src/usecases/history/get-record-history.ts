import { historySeen } from "@postil/domain/accounts/policies";
import {
  changedAnswers,
  type HistoryEntry,
  type HistoryPerson,
  type ResponseState,
} from "@postil/domain/records/response-history";
import type { Kysely } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { Tables } from "../../storage/tables.ts";
import { loadQuestions } from "../records/load-questions.ts";
import { loadRecordForMember } from "../records/load-record.ts";
import { requireCaller } from "../require-caller.ts";

export type GetRecordHistory = {
  readonly recordId: string;
  /** Only what came before the entry of this id; null: from the latest on. */
  readonly before: number | null;
  readonly limit: number;
};

export type RecordHistory = {
  readonly entries: readonly HistoryEntry[];
  /** There are older ones. */
  readonly more: boolean;
};

/**
 * What was done to the responses of a record, the latest first: everybody's for those who manage the dataset, others see what
 * became of their own (`historySeen`).
 */
export async function getRecordHistory(context: Context, input: GetRecordHistory): Promise<RecordHistory> {
  const caller = requireCaller(context);
  const { db } = context;
  const record = await loadRecordForMember(context, input.recordId);
  const userKey = historySeen(caller, record.workspace_id) === "own" ? caller.key : null;
  const rows = await activityOf(db, { datasetKey: record.dataset_key, seq: record.seq, userKey, ...input });
  const questions = await loadQuestions(db, record.dataset_id);
  const fields = JSON.parse(record.fields);
  const entries = rows.slice(0, input.limit).map((row): HistoryEntry => {
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
  return { entries, more: rows.length > input.limit };
}

type Asked = {
  readonly datasetKey: number;
  readonly seq: number;
  /** Null: everybody's responses. */
  readonly userKey: number | null;
  readonly before: number | null;
  readonly limit: number;
};

/** One more than asked for, so that it shows whether there are older ones. */
function activityOf(db: Kysely<Tables>, { datasetKey, seq, userKey, before, limit }: Asked) {
  return db
    .selectFrom("activity")
    .leftJoin("user as actor", "actor.key", "activity.actor_key")
    .leftJoin("user as author", "author.key", "activity.user_key")
    .select(["activity.key", "activity.at", "activity.before", "activity.after", "activity.shown_ms"])
    .select(["actor.id as actor_id", "actor.username as actor_name", "actor.deleted_at as actor_deleted"])
    .select(["author.id as author_id", "author.username as author_name", "author.deleted_at as author_deleted"])
    .where("activity.dataset_key", "=", datasetKey)
    .where("activity.seq", "=", seq)
    .$if(userKey !== null, (query) => query.where("activity.user_key", "=", userKey))
    .$if(before !== null, (query) => query.where("activity.key", "<", before))
    .orderBy("activity.key", "desc")
    .limit(limit + 1)
    .execute();
}

/** The column holds what `activity.ts` wrote. */
const stateOf = (kept: string | null): ResponseState | null => (kept === null ? null : JSON.parse(kept));

/** The name of a deleted user is free for somebody else, so the history does not say it any more. */
function personOf(id: string | null, username: string | null, deletedAt: number | null): HistoryPerson | null {
  return id === null || username === null || deletedAt !== null ? null : { id, username };
}
