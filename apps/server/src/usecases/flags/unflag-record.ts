import type { Context } from "../../storage/store.ts";
import { loadRecordForMember } from "../records/load-record.ts";
import { requireCaller } from "../require-caller.ts";

/** Takes the caller's flag off a record; without one there is nothing to do. */
export async function unflagRecord(context: Context, { recordId }: { readonly recordId: string }): Promise<void> {
  const { key: userKey } = requireCaller(context);
  const { dataset_key: datasetKey, seq } = await loadRecordForMember(context, recordId);
  await context.db
    .deleteFrom("flag")
    .where("dataset_key", "=", datasetKey)
    .where("seq", "=", seq)
    .where("user_key", "=", userKey)
    .execute();
}
