import type { FeedbackResponse } from "@postil/domain/records/response";
import { responseFromRow } from "../../storage/record-rows.ts";
import { writeResponses } from "../../storage/response-writes.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { loadResponse } from "./load-response.ts";
import { touchDataset } from "./touch-dataset.ts";

export type DeleteResponse = { readonly responseId: string; readonly shownMs: number | null };

/** Deletes a response, so that its record is pending again (FRS-09, FRS-11). Returns it as it was. */
export async function deleteResponse(
  context: Context,
  { responseId, shownMs }: DeleteResponse,
): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const { row, record, standing, userId } = await loadResponse(context, responseId);
  const change = { datasetKey: record.dataset_key, actorKey: caller.key, shownMs };
  await writeResponses(context, change, [
    { seq: record.seq, standing, writes: [{ userKey: row.user_key, after: null }] },
  ]);
  await touchDataset(context, record.dataset_key);
  return responseFromRow(row, record.id, userId);
}
