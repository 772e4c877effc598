import { type Flag, MOST_FLAGS } from "@postil/domain/records/flags";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

/** The caller's flags on records of either family: the numbers of datasets and records are those of one sequence. */

export type Flagged = { readonly dataset_key: number; readonly seq: number; readonly id: string };

/** Flags a record for the caller; one that is flagged stays as it is. Refuses more than `MOST_FLAGS` in a dataset. */
export async function putFlag(context: Context, record: Flagged, preview: () => Promise<string>): Promise<Flag> {
  const { key: userKey } = requireCaller(context);
  const { db, now } = context;
  const { dataset_key: datasetKey, seq, id: recordId } = record;
  const own = db.selectFrom("flag").where("dataset_key", "=", datasetKey).where("user_key", "=", userKey);
  const flagged = await own.select(["preview", "flagged_at"]).where("seq", "=", seq).executeTakeFirst();
  if (flagged) return { recordId, preview: flagged.preview, flaggedAt: flagged.flagged_at };
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (count >= MOST_FLAGS) {
    throw new Refusal("unprocessable", `At most ${MOST_FLAGS} records of a dataset can be flagged; unflag one first`);
  }
  const flag = { recordId, preview: await preview(), flaggedAt: now() };
  await db
    .insertInto("flag")
    .values({ dataset_key: datasetKey, seq, user_key: userKey, preview: flag.preview, flagged_at: flag.flaggedAt })
    .execute();
  return flag;
}

/** Takes the caller's flag off a record; without one there is nothing to do. */
export async function takeFlag(context: Context, record: Omit<Flagged, "id">): Promise<void> {
  const { key: userKey } = requireCaller(context);
  await context.db
    .deleteFrom("flag")
    .where("dataset_key", "=", record.dataset_key)
    .where("seq", "=", record.seq)
    .where("user_key", "=", userKey)
    .execute();
}

export type FlagsPage = { readonly offset: number; readonly limit: number };
export type OwnFlags = { readonly flags: readonly Flag[]; readonly total: number };

/** The caller's flags in a dataset, the latest first. `records`: where the ids of its records stand. */
export async function readOwnFlags(
  context: Context,
  { datasetKey, records }: { readonly datasetKey: number; readonly records: "record" | "task_record" },
  { offset, limit }: FlagsPage,
): Promise<OwnFlags> {
  const { key: userKey } = requireCaller(context);
  const own = context.db
    .selectFrom("flag")
    .where("flag.user_key", "=", userKey)
    .where("flag.dataset_key", "=", datasetKey);
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  // Either has the columns that are read, and is a table of its own to the types.
  const its = `${records as "record"} as its` as const;
  const flags = await own
    .innerJoin(its, (join) => join.onRef("its.dataset_key", "=", "flag.dataset_key").onRef("its.seq", "=", "flag.seq"))
    .select(["its.id as recordId", "flag.preview", "flag.flagged_at as flaggedAt"])
    .orderBy("flag.flagged_at", "desc")
    .offset(offset)
    .limit(limit)
    .execute();
  return { flags, total };
}
