import type { FeedbackResponse } from "@postil/domain/records/response";
import { responseFromRow } from "../../storage/record-rows.ts";
import { writeResponses } from "../../storage/response-writes.ts";
import type { Caller, Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { type LoadedResponse, loadResponse } from "./load-response.ts";
import { noteResponse } from "./note-response.ts";
import { refuseUnlessAsSeen, type Seen } from "./save-response.ts";
import { touchDataset } from "./touch-dataset.ts";

export type DeleteResponse = Seen & { readonly responseId: string; readonly shownMs: number | null };

/** Deletes a response, so that its record is pending again (FRS-09, FRS-11). Returns it as it was. */
export async function deleteResponse(
  context: Context,
  { responseId, shownMs, ...seen }: DeleteResponse,
): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const loaded = await loadResponse(context, responseId);
  const { row, userId } = loaded;
  refuseUnlessAsSeen(row, seen);
  await withdrawResponse(context, caller, { ...loaded, shownMs });
  if (userId !== caller.id) await noteResponse(context, "response_deleted", loaded);
  return responseFromRow(row, loaded.record.id, userId);
}

type Withdrawal = Pick<LoadedResponse, "record" | "standing" | "row"> & Pick<DeleteResponse, "shownMs">;

export async function withdrawResponse(
  context: Context,
  caller: Caller,
  { record, standing, row, shownMs }: Withdrawal,
): Promise<void> {
  const change = { datasetKey: record.dataset_key, actorKey: caller.key, shownMs };
  await writeResponses(context, change, [
    { seq: record.seq, standing, writes: [{ userKey: row.user_key, after: null }] },
  ]);
  await touchDataset(context, record.dataset_key);
}
