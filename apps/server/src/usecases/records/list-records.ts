import type { RecordsQuery } from "@postil/domain/search/records-query";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { type RecordsPage, readPage } from "./read-page.ts";

export type ListRecords = { readonly datasetId: string; readonly query: RecordsQuery };

/** A page of a dataset's records in the order they came, with everybody's responses (contract api-v1 row 26, ROL-09). */
export async function listRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const dataset = await loadDatasetForManager(context, datasetId);
  return readPage(context, dataset, null, query);
}
