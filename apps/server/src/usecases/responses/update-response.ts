import type { ResponseInput } from "@postil/domain/records/record-input";
import type { FeedbackResponse } from "@postil/domain/records/response";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { loadResponse } from "./load-response.ts";
import { noteResponse } from "./note-response.ts";
import { refuseUnlessAsSeen, type Seen, saveResponse } from "./save-response.ts";

export type UpdateResponse = Seen & {
  readonly responseId: string;
  readonly response: ResponseInput;
  readonly shownMs: number | null;
};

/** Replaces a response, answers and all (FRS-04, FRS-11). */
export async function updateResponse(context: Context, input: UpdateResponse): Promise<FeedbackResponse> {
  const caller = requireCaller(context);
  const { row, record, standing, userId } = await loadResponse(context, input.responseId);
  refuseUnlessAsSeen(row, input);
  const { response, shownMs } = input;
  const about = { record, standing, userKey: row.user_key, userId };
  const saved = await saveResponse(context, caller, { ...about, response, shownMs });
  if (userId !== caller.id) await noteResponse(context, "response_changed", { row, record, userId });
  return saved;
}
