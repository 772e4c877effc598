import type { FeedbackRecord } from "@postil/domain/records/record";
import { readRecords } from "../../storage/read-records.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { loadRecordForMember, noRecord } from "./load-record.ts";
import { metadataSeen } from "./metadata-seen.ts";

export type GetRecord = { readonly recordId: string; readonly withOwnResponse: boolean };

/**
 * One record with its suggestions; vectors are empty, as clients expect of this call, and responses null unless the caller's
 * own is asked for (FEN-26, FEN-32).
 */
export async function getRecord(context: Context, input: GetRecord): Promise<FeedbackRecord> {
  const { recordId, withOwnResponse } = input;
  const caller = requireCaller(context);
  const { db } = context;
  const row = await loadRecordForMember(context, recordId);
  const reading = {
    datasetKey: row.dataset_key,
    datasetId: row.dataset_id,
    include: { responses: withOwnResponse, suggestions: true, vectors: "none" },
    viewerKey: caller.key,
    metadataSeen: await metadataSeen(db, caller, row.dataset_id),
  } as const;
  const [record] = await readRecords(db, reading, [row.seq]);
  if (!record) throw noRecord(recordId);
  return { ...record, responses: record.responses ?? null, vectors: {} };
}
