import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordChange } from "@postil/domain/records/record-input";
import { Refusal } from "@postil/domain/refusal";
import { readRecords } from "../../storage/read-records.ts";
import { readStoredSizes } from "../../storage/read-stored-sizes.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { applyChange, reasonAgainst } from "./apply-change.ts";
import { loadRecordForManager } from "./load-record.ts";
import { loadRecordRules } from "./load-record-rules.ts";
import { wholeRecords } from "./whole-records.ts";

export type ChangeRecord = { readonly recordId: string; readonly change: RecordChange };

/** Changes one record and returns it with everything on it (contract api-v1 row 37, ROL-10). */
export async function changeRecord(context: Context, { recordId, change }: ChangeRecord): Promise<FeedbackRecord> {
  const { key: actorKey } = requireCaller(context);
  const { db } = context;
  const row = await loadRecordForManager(context, recordId);
  const { dataset_id: id, dataset_key: key, allow_extra_metadata } = row;
  const rules = await loadRecordRules(db, { id, key, allow_extra_metadata }, []);
  const there = await readStoredSizes(db, rules.keys, change.vectors ? [row.seq] : []);
  const reason = reasonAgainst(rules, row, change, there.get(row.seq));
  if (reason !== null) throw new Refusal("unprocessable", reason);
  await applyChange(context, rules, actorKey, row, change);
  const [record] = await readRecords(db, wholeRecords({ key, id }), [row.seq]);
  if (!record) throw new Error(`The record ${recordId} is gone in the middle of its change.`);
  // Clients of this call expect null where nothing of the record itself was to change (contract api-v1 row 37).
  return change.metadata === undefined && change.vectors === undefined ? { ...record, responses: null } : record;
}
