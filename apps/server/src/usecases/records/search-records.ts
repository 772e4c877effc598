import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordsQuery } from "@postil/domain/search/records-query";
import type { SearchQuery } from "@postil/domain/search/search-query";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager, loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { type RecordsPage, readPage } from "./read-page.ts";

export type SearchRecords = {
  readonly datasetId: string;
  readonly query: RecordsQuery;
  readonly search: SearchQuery;
};

export type FoundRecord = { readonly record: FeedbackRecord; readonly queryScore: number | null };
export type FoundPage = { readonly items: readonly FoundRecord[]; readonly total: number };

/** Whoever manages the dataset searches it with everybody's responses in mind (contract api-v1 row 34). */
export async function searchRecords(context: Context, { datasetId, query, search }: SearchRecords): Promise<FoundPage> {
  const dataset = await loadDatasetForManager(context, datasetId);
  return scored(await readPage(context, dataset, null, query, search), query, search);
}

/** A member searches with their own responses in mind (contract api-v1 row 33). */
export async function searchOwnRecords(
  context: Context,
  { datasetId, query, search }: SearchRecords,
): Promise<FoundPage> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  return scored(await readPage(context, dataset, caller, query, search), query, search);
}

/**
 * Without words to weigh every record scores the same; an explicit sort has no score, and no
 * effect beside a vector (search-semantics 2.5, 2.6).
 */
function scored({ items, total, scores }: RecordsPage, query: RecordsQuery, search: SearchQuery): FoundPage {
  const sorted = search.vector === null && (search.sort.length > 0 || query.sort.length > 0);
  return {
    items: items.map((record, index) => ({ record, queryScore: sorted ? null : (scores?.[index] ?? 1) })),
    total,
  };
}
