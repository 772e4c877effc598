import type { ResponseInput } from "@postil/domain/records/record-input";
import type { FeedbackResponse } from "@postil/domain/records/response";
import { responseFault } from "@postil/domain/records/response-rules";
import { isUnmoved } from "@postil/domain/records/seen-response";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { type ResponseRow, responseFromRow } from "../../storage/record-rows.ts";
import { writeResponses } from "../../storage/response-writes.ts";
import type { Caller, Context } from "../../storage/store.ts";
import { loadQuestions } from "../records/load-questions.ts";
import type { LoadedRecord } from "../records/load-record.ts";
import { touchDataset } from "./touch-dataset.ts";

export type Save = {
  readonly record: LoadedRecord;
  /** Everybody's responses to the record as they are. */
  readonly standing: readonly ResponseRow[];
  readonly userKey: number;
  /** Null: the user is deleted. */
  readonly userId: string | null;
  readonly response: ResponseInput;
  readonly shownMs: number | null;
};

/** A condition of a call: when the response was last changed as its person saw it, null for none; without it there is none. */
export type Seen = { readonly seen?: Micros | null };

/** Whether a response is still as it had been seen (FRS-17). */
export const isAsSeen = (row: ResponseRow | undefined, { seen }: Seen): boolean =>
  seen === undefined || isUnmoved(row?.updated_at ?? null, seen);

export function refuseUnlessAsSeen(row: ResponseRow, seen: Seen): void {
  if (!isAsSeen(row, seen)) throw new Refusal("conflict", "The response was changed since it was seen");
}

/**
 * Writes one user's response to a record, new or not, after holding it against the rules (FAN-13). The dataset's times
 * move with it (contract api-v1 10.4). Refuses with the contract's text.
 */
export async function saveResponse(context: Context, caller: Caller, save: Save): Promise<FeedbackResponse> {
  const { record, standing, userKey, userId, response, shownMs } = save;
  const questions = await loadQuestions(context.db, record.dataset_id);
  const fault = responseFault(questions, response, JSON.parse(record.fields));
  if (fault !== null) throw new Refusal("unprocessable", fault);
  const change = { datasetKey: record.dataset_key, actorKey: caller.key, shownMs };
  const writes = [{ userKey, after: response }];
  const [row] = await writeResponses(context, change, [{ seq: record.seq, standing, writes }]);
  if (!row) throw new Error("A response that was written is not there.");
  await touchDataset(context, record.dataset_key);
  return responseFromRow(row, record.id, userId);
}
