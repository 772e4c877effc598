import type { FeedbackRecord } from "@postil/domain/entities";
import { readRecords } from "../../storage/read-records.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { loadRecordForMember, noRecord } from "./load-record.ts";
import { metadataSeen } from "./metadata-seen.ts";

/** One record with its suggestions; responses null and vectors empty, as clients expect of this call (FEN-26, FEN-32). */
export async function getRecord(context: Context, { recordId }: { recordId: string }): Promise<FeedbackRecord> {
  const caller = requireCaller(context);
  const { db } = context;
  const row = await loadRecordForMember(context, recordId);
  const reading = {
    datasetKey: row.dataset_key,
    datasetId: row.dataset_id,
    include: { responses: false, suggestions: true, vectors: "none" },
    viewerKey: null,
    metadataSeen: await metadataSeen(db, caller, row.dataset_id),
  } as const;
  const [record] = await readRecords(db, reading, [row.seq]);
  if (!record) throw noRecord(recordId);
  return { ...record, responses: null, vectors: {} };
}
