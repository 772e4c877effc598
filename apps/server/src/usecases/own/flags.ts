import { fieldText } from "@postil/domain/records/field-text";
import { type Flag, MOST_FLAGS, previewOf } from "@postil/domain/records/flags";
import { Refusal } from "@postil/domain/refusal";
import { taskPreview } from "@postil/domain/tasks/flag-preview";
import { loadFieldNames } from "../../storage/dataset-fields.ts";
import type { Context } from "../../storage/store.ts";
import { documentOf } from "../../storage/task-records.ts";
import { loadDatasetForMember } from "../feedback/load-dataset.ts";
import { loadRecordForMember } from "../feedback/load-record.ts";
import { requireCaller } from "../require-caller.ts";
import { loadTaskRecord, type TaskRecordAt } from "../tasks/find-records.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetAt } from "../tasks/load-task-dataset.ts";

type OfRecord = { readonly recordId: string };

/** A record of either family: both families take dataset and record numbers from the same sequences. */
type Flagged = { readonly dataset_key: number; readonly seq: number; readonly id: string };

async function loadFlagged(context: Context, at: TaskRecordAt) {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  const record = await loadTaskRecord(context, dataset, at.id);
  return { record, flagged: { dataset_key: dataset.key, seq: record.seq, id: record.id } };
}

/** The caller's flags in a dataset. */
const ownFlags = ({ db }: Context, datasetKey: number, userKey: number) =>
  db.selectFrom("flag").where("flag.dataset_key", "=", datasetKey).where("flag.user_key", "=", userKey);

/** Flags a record for the caller. A flagged record stays unchanged. Refuses more than `MOST_FLAGS` in a dataset. */
async function putFlag(context: Context, record: Flagged, preview: () => Promise<string>): Promise<Flag> {
  const { key: userKey } = requireCaller(context);
  const { dataset_key, seq, id: recordId } = record;
  const own = ownFlags(context, dataset_key, userKey);
  const flagged = await own.select(["preview", "flagged_at"]).where("seq", "=", seq).executeTakeFirst();
  if (flagged) return { recordId, preview: flagged.preview, flaggedAt: flagged.flagged_at };
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (count >= MOST_FLAGS)
    throw new Refusal("unprocessable", `At most ${MOST_FLAGS} records of a dataset can be flagged; unflag one first`);
  const flag = { recordId, preview: await preview(), flaggedAt: context.now() };
  const row = { dataset_key, seq, user_key: userKey, preview: flag.preview, flagged_at: flag.flaggedAt };
  await context.db.insertInto("flag").values(row).execute();
  return flag;
}

async function flagRecord(context: Context, { recordId }: OfRecord): Promise<Flag> {
  const record = await loadRecordForMember(context, recordId);
  return putFlag(context, record, async () => {
    const fields = JSON.parse(record.fields);
    return previewOf((await loadFieldNames(context.db, record.dataset_id)).map((name) => fieldText(fields, name)));
  });
}

async function flagTaskRecord(context: Context, at: TaskRecordAt): Promise<Flag> {
  const { record, flagged } = await loadFlagged(context, at);
  return putFlag(context, flagged, async () => taskPreview(documentOf(record)));
}

/** Removes the caller's flag from a record; does nothing if there is none. */
async function takeFlag(context: Context, { dataset_key, seq }: Flagged): Promise<void> {
  await context.db
    .deleteFrom("flag")
    .where("dataset_key", "=", dataset_key)
    .where("seq", "=", seq)
    .where("user_key", "=", requireCaller(context).key)
    .execute();
}

const unflagRecord = async (context: Context, { recordId }: OfRecord): Promise<void> =>
  takeFlag(context, await loadRecordForMember(context, recordId));

const unflagTaskRecord = async (context: Context, at: TaskRecordAt): Promise<void> =>
  takeFlag(context, (await loadFlagged(context, at)).flagged);

type FlagsPage = { readonly offset: number; readonly limit: number };
export type OwnFlags = { readonly flags: readonly Flag[]; readonly total: number };

/** The caller's flags in a dataset, the latest first. `records`: the table of the dataset's records. */
async function readOwnFlags(
  context: Context,
  { datasetKey, records }: { readonly datasetKey: number; readonly records: "record" | "task_record" },
  { offset, limit }: FlagsPage,
): Promise<OwnFlags> {
  const own = ownFlags(context, datasetKey, requireCaller(context).key);
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  // Both tables have the columns that are read here, but different types.
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

async function listOwnFlags(
  context: Context,
  { datasetId, ...page }: FlagsPage & { readonly datasetId: string },
): Promise<OwnFlags> {
  const { key: datasetKey } = await loadDatasetForMember(context, datasetId);
  return readOwnFlags(context, { datasetKey, records: "record" }, page);
}

async function listOwnTaskFlags(
  context: Context,
  { offset, limit, ...at }: FlagsPage & TaskDatasetAt,
): Promise<OwnFlags> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  return readOwnFlags(context, { datasetKey: dataset.key, records: "task_record" }, { offset, limit });
}

export const flagCalls = {
  reads: { listOwnFlags, listOwnTaskFlags },
  writes: { flagRecord, unflagRecord, flagTaskRecord, unflagTaskRecord },
};
