import type { Flag } from "@postil/domain/records/flags";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";

export type ListOwnFlags = { readonly datasetId: string; readonly offset: number; readonly limit: number };
export type OwnFlags = { readonly flags: readonly Flag[]; readonly total: number };

/** The records of a dataset that the caller has flagged, the latest first. */
export async function listOwnFlags(context: Context, { datasetId, offset, limit }: ListOwnFlags): Promise<OwnFlags> {
  const { key: userKey } = requireCaller(context);
  const { key: datasetKey } = await loadDatasetForMember(context, datasetId);
  const own = context.db
    .selectFrom("flag")
    .where("flag.user_key", "=", userKey)
    .where("flag.dataset_key", "=", datasetKey);
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const flags = await own
    .innerJoin("record", (join) =>
      join.onRef("record.dataset_key", "=", "flag.dataset_key").onRef("record.seq", "=", "flag.seq"),
    )
    .select(["record.id as recordId", "flag.preview", "flag.flagged_at as flaggedAt"])
    .orderBy("flag.flagged_at", "desc")
    .offset(offset)
    .limit(limit)
    .execute();
  return { flags, total };
}
