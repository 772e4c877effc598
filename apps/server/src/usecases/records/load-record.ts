import { Refusal } from "@postil/domain/refusal";
import { compiled } from "../../storage/compiled.ts";
import type { RecordRow } from "../../storage/record-rows.ts";
import type { Context } from "../../storage/store.ts";
import { mindImport } from "../imports/mind-import.ts";
import { requireManager, requireMember } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";

/** A record with what decides about it in its dataset. */
export type LoadedRecord = RecordRow & {
  readonly dataset_id: string;
  readonly workspace_id: string;
  readonly allow_extra_metadata: 0 | 1;
  readonly import_id: string | null;
};

export const noRecord = (recordId: string): Refusal =>
  new Refusal("not_found", `Record with id \`${recordId}\` not found`);

const recordById = compiled((db, id: string) =>
  db
    .selectFrom("record")
    .innerJoin("dataset", "dataset.key", "record.dataset_key")
    .selectAll("record")
    .select(["dataset.id as dataset_id", "dataset.workspace_id", "dataset.allow_extra_metadata", "dataset.import_id"])
    .where("record.id", "=", id),
);

/** The row of a record, or null. Asks for no permission. */
export async function findRecord({ db }: Pick<Context, "db">, recordId: string): Promise<LoadedRecord | null> {
  const [row] = await recordById(db, recordId);
  return row ?? null;
}

/** A record the caller may read and annotate (ROL-09, ROL-11): 404 before 403. */
export async function loadRecordForMember(context: Context, recordId: string): Promise<LoadedRecord> {
  const caller = requireCaller(context);
  const row = await findRecord(context, recordId);
  if (!row) throw noRecord(recordId);
  mindImport(context, row, () => noRecord(recordId));
  requireMember(caller, row.workspace_id);
  return row;
}

/** A record the caller may change (ROL-10): 404 before 403. */
export async function loadRecordForManager(context: Context, recordId: string): Promise<LoadedRecord> {
  const caller = requireCaller(context);
  const row = await findRecord(context, recordId);
  if (!row) throw noRecord(recordId);
  mindImport(context, row, () => noRecord(recordId));
  requireManager(caller, row.workspace_id);
  return row;
}
