import { Refusal } from "@postil/domain/refusal";
import { MOST_VIEWS, type SavedView } from "@postil/domain/search/saved-views";
import { newId } from "../../new-id.ts";
import { savedViewFromRow } from "../../storage/saved-view-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { keptQuery, refuseTakenViewName } from "./refuse-view.ts";

export type CreateView = { readonly datasetId: string; readonly name: string; readonly query: string };

/** Keeps a view of a dataset for the caller. Refuses a name they have used and more than `MOST_VIEWS`. */
export async function createView(context: Context, { datasetId, name, query }: CreateView): Promise<SavedView> {
  const { key: userKey } = requireCaller(context);
  const { db, now } = context;
  const { key: datasetKey } = await loadDatasetForMember(context, datasetId);
  const kept = keptQuery(query);
  await refuseTakenViewName(context, { datasetKey, datasetId, userKey, name });
  const { count } = await db
    .selectFrom("saved_view")
    .where("dataset_key", "=", datasetKey)
    .where("user_key", "=", userKey)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= MOST_VIEWS) {
    throw new Refusal("unprocessable", `At most ${MOST_VIEWS} views of a dataset can be saved; delete one first`);
  }
  const at = now();
  const own = { dataset_key: datasetKey, user_key: userKey, inserted_at: at, updated_at: at };
  const row = { id: newId(), name, query: kept, ...own };
  await db.insertInto("saved_view").values(row).execute();
  return savedViewFromRow(row, datasetId);
}
