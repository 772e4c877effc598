import { type Flag, MOST_FLAGS, previewOf } from "@postil/domain/records/flags";
import { Refusal } from "@postil/domain/refusal";
import { loadFieldNames } from "../../storage/dataset-fields.ts";
import type { Context } from "../../storage/store.ts";
import { type LoadedRecord, loadRecordForMember } from "../records/load-record.ts";
import { requireCaller } from "../require-caller.ts";

/** Flags a record for the caller; one that is flagged stays as it is. Refuses more than `MOST_FLAGS` in a dataset. */
export async function flagRecord(context: Context, { recordId }: { readonly recordId: string }): Promise<Flag> {
  const { key: userKey } = requireCaller(context);
  const { db, now } = context;
  const record = await loadRecordForMember(context, recordId);
  const { dataset_key: datasetKey, seq } = record;
  const own = db.selectFrom("flag").where("dataset_key", "=", datasetKey).where("user_key", "=", userKey);
  const flagged = await own.select(["preview", "flagged_at"]).where("seq", "=", seq).executeTakeFirst();
  if (flagged) return { recordId, preview: flagged.preview, flaggedAt: flagged.flagged_at };
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (count >= MOST_FLAGS) {
    throw new Refusal("unprocessable", `At most ${MOST_FLAGS} records of a dataset can be flagged; unflag one first`);
  }
  const flag = { recordId, preview: await preview(context, record), flaggedAt: now() };
  await db
    .insertInto("flag")
    .values({ dataset_key: datasetKey, seq, user_key: userKey, preview: flag.preview, flagged_at: flag.flaggedAt })
    .execute();
  return flag;
}

async function preview({ db }: Context, record: LoadedRecord): Promise<string> {
  return previewOf(await loadFieldNames(db, record.dataset_id), JSON.parse(record.fields));
}
