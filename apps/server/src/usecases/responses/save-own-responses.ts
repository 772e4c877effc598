import type { ResponseInput } from "@postil/domain/records/record-input";
import type { FeedbackResponse } from "@postil/domain/records/response";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";
import { responseFromRow } from "../../storage/record-rows.ts";
import { responsesTo } from "../../storage/response-writes.ts";
import type { Caller, Context } from "../../storage/store.ts";
import { loadRecordForMember } from "../records/load-record.ts";
import { requireCaller } from "../require-caller.ts";
import { withdrawResponse } from "./delete-response.ts";
import { isAsSeen, type Seen, saveResponse } from "./save-response.ts";

/** `withdrawn`: the record is to be pending again. */
export type OwnResponse = ResponseInput & Seen & { readonly recordId: string; readonly withdrawn?: boolean };
export type SaveOwnResponses = { readonly items: readonly OwnResponse[]; readonly shownMs: number | null };
export type Saved =
  /** Null: there is none any more. */
  | { readonly response: FeedbackResponse | null }
  /** It was not as it had been seen, and stays as it is. */
  | { readonly changed: FeedbackResponse | null }
  | { readonly refusal: { readonly code: RefusalCode; readonly detail: string } };

/**
 * Creates, replaces or withdraws the caller's responses one by one, in order (FBU-04, FBU-05). One that is refused leaves the others
 * as they are: everything that can be refused is looked at before its first write.
 */
export async function saveOwnResponses(context: Context, { items, shownMs }: SaveOwnResponses): Promise<Saved[]> {
  const caller = requireCaller(context);
  // The time on the screen belongs to one record; of a page of them it says nothing about each.
  const shown = items.length === 1 ? shownMs : null;
  const saved: Saved[] = [];
  for (const item of items) saved.push(await saveOne(context, caller, item, shown));
  return saved;
}

async function saveOne(context: Context, caller: Caller, item: OwnResponse, shownMs: number | null): Promise<Saved> {
  const { recordId, withdrawn = false, status, values } = item;
  const response = { status, values };
  try {
    const record = await loadRecordForMember(context, recordId);
    const standing = (await responsesTo(context.db, record.dataset_key, [record.seq])).get(record.seq) ?? [];
    const row = standing.find(({ user_key }) => user_key === caller.key);
    if (!isAsSeen(row, item)) return { changed: row ? responseFromRow(row, record.id, caller.id) : null };
    if (withdrawn) {
      if (row) await withdrawResponse(context, caller, { record, standing, row, shownMs });
      return { response: null };
    }
    const own = { userKey: caller.key, userId: caller.id };
    return { response: await saveResponse(context, caller, { record, standing, ...own, response, shownMs }) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, detail: error.message } };
    throw error;
  }
}
