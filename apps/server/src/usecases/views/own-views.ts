import { Refusal } from "@postil/domain/refusal";
import { MOST_VIEWS, type SavedView } from "@postil/domain/search/saved-views";
import { newId } from "../../new-id.ts";
import { savedViewFromRow } from "../../storage/saved-view-rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { keptQuery, refuseTakenViewName, type ViewedDataset } from "./refuse-view.ts";

/** The caller's views of a dataset of either family: the keys of datasets are those of one sequence. */

export type NewView = { readonly name: string; readonly query: string };

/** Keeps a view for the caller. Refuses a name they have used and more than `MOST_VIEWS`. */
export async function addView(context: Context, dataset: ViewedDataset, { name, query }: NewView): Promise<SavedView> {
  const { key: userKey } = requireCaller(context);
  const { db, now } = context;
  const kept = keptQuery(dataset, query);
  await refuseTakenViewName(context, { dataset, userKey, name });
  const { count } = await db
    .selectFrom("saved_view")
    .where("dataset_key", "=", dataset.key)
    .where("user_key", "=", userKey)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= MOST_VIEWS) {
    throw new Refusal("unprocessable", `At most ${MOST_VIEWS} views of a dataset can be saved; delete one first`);
  }
  const at = now();
  const own = { dataset_key: dataset.key, user_key: userKey, inserted_at: at, updated_at: at };
  const row = { id: newId(), name, query: kept, ...own };
  await db.insertInto("saved_view").values(row).execute();
  return savedViewFromRow(row, dataset.id);
}

/** In the order they were saved. */
export async function readOwnViews(context: Context, dataset: Omit<ViewedDataset, "family">): Promise<SavedView[]> {
  const { key: userKey } = requireCaller(context);
  const rows = await context.db
    .selectFrom("saved_view")
    .selectAll()
    .where("dataset_key", "=", dataset.key)
    .where("user_key", "=", userKey)
    .orderBy("inserted_at")
    .execute();
  return rows.map((row) => savedViewFromRow(row, dataset.id));
}
