import type { RecordsQuery } from "@postil/domain/records-query";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager, loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { type RecordsPage, readPage } from "./read-page.ts";

export type ListRecords = { readonly datasetId: string; readonly query: RecordsQuery };

/** A page of a dataset's records in the order they came, with everybody's responses (contract api-v1 row 26, ROL-09). */
export async function listRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const dataset = await loadDatasetForManager(context, datasetId);
  return readPage(context, dataset, null, query);
}

/** A page of the caller's queue: the caller's order, the caller's responses (FQU-03, FQU-06, FQU-07). */
export async function listOwnRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  return readPage(context, dataset, caller, query);
}
