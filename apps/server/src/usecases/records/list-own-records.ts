import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import type { ListRecords } from "./list-records.ts";
import { type RecordsPage, readPage } from "./read-page.ts";

/** A page of the caller's queue: the caller's order, the caller's responses (FQU-03, FQU-06, FQU-07). */
export async function listOwnRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  return readPage(context, dataset, caller, query);
}
