import { type Change, type Member, memberRefusal, takeChange, toForget } from "@postil/domain/preferences/members";
import { fieldText } from "@postil/domain/records/record";
import { type Flag, MOST_FLAGS, previewOf } from "@postil/domain/records/record-preview";
import { Refusal } from "@postil/domain/refusal";
import { MOST_VIEWS, type SavedView, viewQuery } from "@postil/domain/search/saved-views";
import { taskPreview } from "@postil/domain/tasks/record-history";
import { taskViewQuery } from "@postil/domain/tasks/task-address";
import type { Selectable } from "kysely";
import { newId } from "../new-id.ts";
import { loadFieldNames, taskDatasetId, times } from "../storage/dataset-rows.ts";
import { deleteRows, insertRows, rowsOf, sameRecord, updateRows } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import type { SavedViewTable } from "../storage/tables.ts";
import { documentOf } from "../storage/task-records.ts";
import { loadDatasetForMember, loadRecordForMember, type OfDataset, type OfRecord } from "./feedback/load.ts";
import { refuseMore, refuseTaken, requireAccount, requireCaller, requireMember } from "./refuse.ts";
import { loadOpenTaskDataset, loadTaskDatasetForMember, type TaskDatasetAt } from "./tasks/datasets.ts";
import { loadTaskRecord, type TaskRecordAt } from "./tasks/find-records.ts";

/** A record of either family: both families take dataset and record numbers from the same sequences. */
type Flagged = { readonly dataset_key: number; readonly seq: number; readonly id: string };

async function loadFlagged(context: Context, at: TaskRecordAt) {
  const dataset = await loadOpenTaskDataset(context, at);
  const record = await loadTaskRecord(context, dataset, at.id);
  return { record, flagged: { dataset_key: dataset.key, seq: record.seq, id: record.id } };
}

const ownFlags = ({ db }: Context, datasetKey: number, userKey: number) =>
  db.selectFrom("flag").where("flag.dataset_key", "=", datasetKey).where("flag.user_key", "=", userKey);

/** Flags a record for the caller. A flagged record stays unchanged. Refuses more than `MOST_FLAGS` in a dataset. */
async function putFlag(context: Context, record: Flagged, preview: () => Promise<string>): Promise<Flag> {
  const { key: userKey } = requireCaller(context);
  const { dataset_key, seq, id: recordId } = record;
  const own = ownFlags(context, dataset_key, userKey);
  const flagged = await own.select(["preview", "flagged_at"]).where("seq", "=", seq).executeTakeFirst();
  if (flagged) return { recordId, preview: flagged.preview, flaggedAt: flagged.flagged_at };
  await refuseMore(own, MOST_FLAGS, `At most ${MOST_FLAGS} records of a dataset can be flagged; unflag one first`);
  const flag = { recordId, preview: await preview(), flaggedAt: context.now() };
  const row = { dataset_key, seq, user_key: userKey, preview: flag.preview, flagged_at: flag.flaggedAt };
  await insertRows(context.db, "flag", row);
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
  await deleteRows(context.db, "flag", { dataset_key, seq, user_key: requireCaller(context).key });
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
    .innerJoin(its, sameRecord("its", "flag"))
    .select(["its.id as recordId", "flag.preview", "flag.flagged_at as flaggedAt"])
    .orderBy("flag.flagged_at", "desc")
    .offset(offset)
    .limit(limit)
    .execute();
  return { flags, total };
}

async function listOwnFlags(context: Context, { datasetId, ...page }: FlagsPage & OfDataset): Promise<OwnFlags> {
  const { key: datasetKey } = await loadDatasetForMember(context, datasetId);
  return readOwnFlags(context, { datasetKey, records: "record" }, page);
}

async function listOwnTaskFlags(
  context: Context,
  { offset, limit, ...at }: FlagsPage & TaskDatasetAt,
): Promise<OwnFlags> {
  const dataset = await loadOpenTaskDataset(context, at);
  return readOwnFlags(context, { datasetKey: dataset.key, records: "task_record" }, { offset, limit });
}

/** The dataset of a view, of either family; their keys come from one sequence. `id`: for a task dataset `workspace.name`. */
type ViewedDataset = { readonly key: number; readonly id: string; readonly family: keyof typeof FAMILIES };

/** How each family's page reads its URL query, and the error text if nothing of the query is kept. */
const FAMILIES = {
  feedback: { kept: viewQuery, wanting: "A view needs a status, a search, a filter or a sort" },
  task: { kept: taskViewQuery, wanting: "A view needs a search, a filter or a sort" },
} as const;

type NewView = { readonly name: string; readonly query: string };

async function feedbackDataset(context: Context, { datasetId }: OfDataset): Promise<ViewedDataset> {
  const { key } = await loadDatasetForMember(context, datasetId);
  return { key, id: datasetId, family: "feedback" };
}

async function taskDataset(context: Context, at: TaskDatasetAt): Promise<ViewedDataset> {
  const dataset = await loadTaskDatasetForMember(context, at);
  return { key: dataset.key, id: taskDatasetId(dataset), family: "task" };
}

const ownRows = ({ db }: Context, { key }: ViewedDataset, userKey: number) =>
  db.selectFrom("saved_view").where("dataset_key", "=", key).where("user_key", "=", userKey);

const savedViewFromRow = (row: Selectable<SavedViewTable>, datasetId: string): SavedView => ({
  id: row.id,
  name: row.name,
  query: row.query,
  datasetId,
  ...times(row),
});

/** In the order in which they were saved. */
async function listViews(context: Context, dataset: ViewedDataset): Promise<SavedView[]> {
  const own = ownRows(context, dataset, requireCaller(context).key);
  const rows = await own.selectAll().orderBy("inserted_at").execute();
  return rows.map((row) => savedViewFromRow(row, dataset.id));
}

const listOwnViews = async (context: Context, of: OfDataset): Promise<SavedView[]> =>
  listViews(context, await feedbackDataset(context, of));

const listOwnTaskViews = async (context: Context, at: TaskDatasetAt): Promise<SavedView[]> =>
  listViews(context, await taskDataset(context, at));

async function addView(context: Context, dataset: ViewedDataset, { name, query }: NewView): Promise<SavedView> {
  const { key: userKey } = requireCaller(context);
  const { db, now } = context;
  const kept = keptQuery(dataset, query);
  const own = ownRows(context, dataset, userKey);
  await refuseTakenView(context, own, dataset, name);
  await refuseMore(own, MOST_VIEWS, `At most ${MOST_VIEWS} views of a dataset can be saved; delete one first`);
  const at = now();
  const owned = { dataset_key: dataset.key, user_key: userKey, inserted_at: at, updated_at: at };
  const row = { id: newId(), name, query: kept, ...owned };
  await insertRows(db, "saved_view", row);
  return savedViewFromRow(row, dataset.id);
}

const createView = async (context: Context, { datasetId, ...view }: OfDataset & NewView): Promise<SavedView> =>
  addView(context, await feedbackDataset(context, { datasetId }), view);

const createTaskView = async (
  context: Context,
  { at, view }: { readonly at: TaskDatasetAt; readonly view: NewView },
): Promise<SavedView> => addView(context, await taskDataset(context, at), view);

const refuseTakenView = (
  context: Context,
  own: ReturnType<typeof ownRows>,
  { id }: ViewedDataset,
  name: string,
): Promise<void> =>
  refuseTaken(
    context,
    ["view", requireCaller(context).id, id, name],
    own.select("id").where("name", "=", name),
    () => new Refusal("conflict", `View with name \`${name}\` already exists for dataset with id \`${id}\``),
  );

/** The part of a query that a view keeps. Refuses a query that changes nothing of the default page. */
function keptQuery({ family }: ViewedDataset, query: string): string {
  const { kept, wanting } = FAMILIES[family];
  const found = kept(query);
  if (found === "") throw new Refusal("unprocessable", wanting);
  return found;
}

type OfView = { readonly viewId: string };
type UpdateView = OfView & { readonly name?: string | undefined; readonly query?: string | undefined };

async function updateView(context: Context, { viewId, name, query }: UpdateView): Promise<SavedView> {
  const { row, dataset } = await loadOwnView(context, viewId);
  const changed = {
    name: name ?? row.name,
    query: query === undefined ? row.query : keptQuery(dataset, query),
    updated_at: context.now(),
  };
  const others = ownRows(context, dataset, row.user_key).where("id", "!=", viewId);
  await refuseTakenView(context, others, dataset, changed.name);
  await updateRows(context.db, "saved_view", { id: viewId }, changed);
  return savedViewFromRow({ ...row, ...changed }, dataset.id);
}

async function deleteView(context: Context, { viewId }: OfView): Promise<SavedView> {
  const { row, dataset } = await loadOwnView(context, viewId);
  await deleteRows(context.db, "saved_view", { id: viewId });
  return savedViewFromRow(row, dataset.id);
}

/** A view of the caller. Views are private: a view of another user counts as unknown. 404 before 403. */
async function loadOwnView(context: Context, viewId: string) {
  const caller = requireCaller(context);
  const views = context.db.selectFrom("saved_view").selectAll().where("user_key", "=", caller.key);
  const row = await views.where("id", "=", viewId).executeTakeFirst();
  const found = row && (await findDataset(context, row.dataset_key));
  if (!row || !found) throw new Refusal("not_found", `View with id \`${viewId}\` not found`);
  requireMember(context, found.workspaceId);
  return { row, dataset: found.dataset };
}

/** Null if the dataset is deleted. */
async function findDataset(
  { db }: Context,
  key: number,
): Promise<{ readonly dataset: ViewedDataset; readonly workspaceId: string } | null> {
  const feedback = await rowsOf(db, "dataset", { key }).select(["id", "workspace_id"]).executeTakeFirst();
  if (feedback) return { dataset: { key, id: feedback.id, family: "feedback" }, workspaceId: feedback.workspace_id };
  const task = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["task_dataset.name", "workspace.name as workspace", "workspace_id"])
    .where("key", "=", key)
    .executeTakeFirst();
  return task ? { dataset: { key, id: taskDatasetId(task), family: "task" }, workspaceId: task.workspace_id } : null;
}

type Named = { readonly name: string };

/** The caller's preferences, sorted by name; they are the same in every browser. */
async function getOwnPreferences(context: Context): Promise<(Member & Named)[]> {
  const rows = await rowsOf(context.db, "preference", { user_key: requireCaller(context).key })
    .select(["name", "value", "changed_at"])
    .orderBy("name")
    .execute();
  return rows.map(({ name, value, changed_at }) => ({ name, value: JSON.parse(value), changedAt: changed_at }));
}

/** Saves each change of a browser. Returns the stored values, with changes from other browsers. */
async function changeOwnPreferences(
  context: Context,
  changes: readonly (Change & Named)[],
): Promise<readonly (Member & Named)[]> {
  const caller = requireAccount(context);
  for (const { name, value } of changes) {
    const refused = memberRefusal(name, value);
    if (refused !== null) throw new Refusal("unprocessable", refused);
  }
  const stored = new Map((await getOwnPreferences(context)).map((member) => [member.name, member]));
  for (const { name, ...change } of changes) {
    const before = stored.get(name) ?? null;
    const after = takeChange(before, change, context.now());
    if (after === before) continue;
    stored.set(name, { name, ...after });
    await keep(context, caller.key, { name, ...after });
  }
  const forgotten = toForget([...stored.values()]);
  for (const name of forgotten) stored.delete(name);
  const own = context.db.deleteFrom("preference").where("user_key", "=", caller.key);
  if (forgotten.length > 0) await own.where("name", "in", forgotten).execute();
  return [...stored.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function keep({ db }: Context, userKey: number, { name, value, changedAt }: Member & Named): Promise<void> {
  const kept = { value: JSON.stringify(value), changed_at: changedAt };
  await db
    .insertInto("preference")
    .values({ user_key: userKey, name, ...kept })
    .onConflict((row) => row.columns(["user_key", "name"]).doUpdateSet(kept))
    .execute();
}

export const ownCalls = {
  reads: { listOwnFlags, listOwnTaskFlags, listOwnViews, listOwnTaskViews, getOwnPreferences },
  writes: {
    flagRecord,
    unflagRecord,
    flagTaskRecord,
    unflagTaskRecord,
    createView,
    createTaskView,
    updateView,
    deleteView,
    changeOwnPreferences,
  },
};
