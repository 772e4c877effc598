import type { Context } from "../../storage/store.ts";
import { loadRecordForMember } from "../records/load-record.ts";
import { takeFlag } from "./own-flags.ts";

/** Takes the caller's flag off a record of a feedback dataset. */
export async function unflagRecord(context: Context, { recordId }: { readonly recordId: string }): Promise<void> {
  await takeFlag(context, await loadRecordForMember(context, recordId));
}
