import { historySeen } from "@postil/domain/accounts/policies";
import { changedAnswers, type HistoryEntry, type ResponseState } from "@postil/domain/records/response-history";
import type { Context } from "../../storage/store.ts";
import { loadQuestions } from "../records/load-questions.ts";
import { loadRecordForMember } from "../records/load-record.ts";
import { requireCaller } from "../require-caller.ts";
import { activityOf, personOf } from "./activity-of.ts";

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
