import { fieldText } from "@postil/domain/records/field-text";
import { type Flag, previewOf } from "@postil/domain/records/flags";
import { loadFieldNames } from "../../storage/dataset-fields.ts";
import type { Context } from "../../storage/store.ts";
import { loadRecordForMember } from "../records/load-record.ts";
import { putFlag } from "./own-flags.ts";

/** Flags a record of a feedback dataset for the caller. */
export async function flagRecord(context: Context, { recordId }: { readonly recordId: string }): Promise<Flag> {
  const record = await loadRecordForMember(context, recordId);
  return putFlag(context, record, async () => {
    const fields = JSON.parse(record.fields);
    return previewOf((await loadFieldNames(context.db, record.dataset_id)).map((name) => fieldText(fields, name)));
  });
}
