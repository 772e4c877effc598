import { Refusal } from "@postil/domain/refusal";
import { MOST_VIEWS, type SavedView, viewQuery } from "@postil/domain/search/saved-views";
import { taskViewQuery } from "@postil/domain/tasks/task-address";
import { newId } from "../../new-id.ts";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import { savedViewFromRow } from "../../storage/saved-view-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../feedback/load-dataset.ts";
import { requireMember } from "../refuse.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "../tasks/load-task-dataset.ts";

/** The dataset of a view, of either family; their keys come from one sequence. `id`: for a task dataset `workspace.name`. */
type ViewedDataset = { readonly key: number; readonly id: string; readonly family: keyof typeof FAMILIES };

/** How each family's page reads its URL query, and the error text if nothing of the query is kept. */
const FAMILIES = {
  feedback: { kept: viewQuery, wanting: "A view needs a status, a search, a filter or a sort" },
  task: { kept: taskViewQuery, wanting: "A view needs a search, a filter or a sort" },
} as const;

type OfDataset = { readonly datasetId: string };
type NewView = { readonly name: string; readonly query: string };

async function feedbackDataset(context: Context, { datasetId }: OfDataset): Promise<ViewedDataset> {
  const { key } = await loadDatasetForMember(context, datasetId);
  return { key, id: datasetId, family: "feedback" };
}

async function taskDataset(context: Context, at: TaskDatasetAt): Promise<ViewedDataset> {
  const dataset = await loadTaskDatasetForMember(context, at);
  return { key: dataset.key, id: taskDatasetId(dataset), family: "task" };
}

/** The caller's views of a dataset. */
const ownRows = ({ db }: Context, { key }: ViewedDataset, userKey: number) =>
  db.selectFrom("saved_view").where("dataset_key", "=", key).where("user_key", "=", userKey);

/** The caller's views, in the order in which they were saved. */
async function listViews(context: Context, dataset: ViewedDataset): Promise<SavedView[]> {
  const own = ownRows(context, dataset, requireCaller(context).key);
  const rows = await own.selectAll().orderBy("inserted_at").execute();
  return rows.map((row) => savedViewFromRow(row, dataset.id));
}

const listOwnViews = async (context: Context, of: OfDataset): Promise<SavedView[]> =>
  listViews(context, await feedbackDataset(context, of));

const listOwnTaskViews = async (context: Context, at: TaskDatasetAt): Promise<SavedView[]> =>
  listViews(context, await taskDataset(context, at));

/** Saves a view for the caller. Refuses a name that they already use, and more than `MOST_VIEWS`. */
async function addView(context: Context, dataset: ViewedDataset, { name, query }: NewView): Promise<SavedView> {
  const { key: userKey } = requireCaller(context);
  const { db, now } = context;
  const kept = keptQuery(dataset, query);
  const own = ownRows(context, dataset, userKey);
  await refuseTakenName(own, dataset, name);
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (count >= MOST_VIEWS)
    throw new Refusal("unprocessable", `At most ${MOST_VIEWS} views of a dataset can be saved; delete one first`);
  const at = now();
  const owned = { dataset_key: dataset.key, user_key: userKey, inserted_at: at, updated_at: at };
  const row = { id: newId(), name, query: kept, ...owned };
  await db.insertInto("saved_view").values(row).execute();
  return savedViewFromRow(row, dataset.id);
}

const createView = async (context: Context, { datasetId, ...view }: OfDataset & NewView): Promise<SavedView> =>
  addView(context, await feedbackDataset(context, { datasetId }), view);

const createTaskView = async (
  context: Context,
  { at, view }: { readonly at: TaskDatasetAt; readonly view: NewView },
): Promise<SavedView> => addView(context, await taskDataset(context, at), view);

/** A view name is unique for a user in a dataset. */
const refuseTakenName = (own: ReturnType<typeof ownRows>, { id }: ViewedDataset, name: string): Promise<void> =>
  refuseTaken(
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

/** Renames a view of the caller, or changes its query. */
async function updateView(context: Context, { viewId, name, query }: UpdateView): Promise<SavedView> {
  const { row, dataset } = await loadOwnView(context, viewId);
  const changed = {
    name: name ?? row.name,
    query: query === undefined ? row.query : keptQuery(dataset, query),
    updated_at: context.now(),
  };
  const others = ownRows(context, dataset, row.user_key).where("id", "!=", viewId);
  await refuseTakenName(others, dataset, changed.name);
  await context.db.updateTable("saved_view").set(changed).where("id", "=", viewId).execute();
  return savedViewFromRow({ ...row, ...changed }, dataset.id);
}

/** Deletes a view of the caller and returns it as it was. */
async function deleteView(context: Context, { viewId }: OfView): Promise<SavedView> {
  const { row, dataset } = await loadOwnView(context, viewId);
  await context.db.deleteFrom("saved_view").where("id", "=", viewId).execute();
  return savedViewFromRow(row, dataset.id);
}

/** A view of the caller. Views are private: a view of another user counts as unknown. 404 before 403. */
async function loadOwnView(context: Context, viewId: string) {
  const caller = requireCaller(context);
  const views = context.db.selectFrom("saved_view").selectAll().where("user_key", "=", caller.key);
  const row = await views.where("id", "=", viewId).executeTakeFirst();
  const found = row && (await findDataset(context, row.dataset_key));
  if (!row || !found) throw new Refusal("not_found", `View with id \`${viewId}\` not found`);
  requireMember(caller, found.workspaceId);
  return { row, dataset: found.dataset };
}

type FoundDataset = { readonly dataset: ViewedDataset; readonly workspaceId: string };

/** Null if the dataset is deleted. */
async function findDataset({ db }: Context, key: number): Promise<FoundDataset | null> {
  const feedback = await db
    .selectFrom("dataset")
    .select(["id", "workspace_id"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (feedback) return { dataset: { key, id: feedback.id, family: "feedback" }, workspaceId: feedback.workspace_id };
  const task = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["task_dataset.name", "workspace.name as workspace", "workspace_id"])
    .where("key", "=", key)
    .executeTakeFirst();
  return task ? { dataset: { key, id: taskDatasetId(task), family: "task" }, workspaceId: task.workspace_id } : null;
}

export const viewCalls = {
  reads: { listOwnViews, listOwnTaskViews },
  writes: { createView, createTaskView, updateView, deleteView },
};
