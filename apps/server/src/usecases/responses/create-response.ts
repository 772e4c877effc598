import type { ResponseInput } from "@postil/domain/records/record-input";
import type { FeedbackResponse } from "@postil/domain/records/response";
import { Refusal } from "@postil/domain/refusal";
import { responsesTo } from "../../storage/response-writes.ts";
import type { Context } from "../../storage/store.ts";
import { loadRecordForMember } from "../records/load-record.ts";
import { requireCaller } from "../require-caller.ts";
import { saveResponse } from "./save-response.ts";

export type CreateResponse = {
  readonly recordId: string;
  readonly response: ResponseInput;
  readonly shownMs: number | null;
};

/** The caller's response to a record (FRS-03, FRS-11). A second one is a conflict (FRS-10). */
export async function createResponse(context: Context, input: CreateResponse): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const record = await loadRecordForMember(context, input.recordId);
  const standing = (await responsesTo(context.db, record.dataset_key, [record.seq])).get(record.seq) ?? [];
  if (standing.some((row) => row.user_key === caller.key)) {
    const detail = `Response already exists for record with id \`${record.id}\` and by user with id \`${caller.id}\``;
    throw new Refusal("conflict", detail);
  }
  const { response, shownMs } = input;
  return saveResponse(context, caller, { record, standing, userKey: caller.key, userId: caller.id, response, shownMs });
}
