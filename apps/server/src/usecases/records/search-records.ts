import type { FeedbackRecord } from "@postil/domain/entities";
import type { RecordsQuery } from "@postil/domain/records-query";
import { Refusal } from "@postil/domain/refusal";
import type { SearchQuery } from "@postil/domain/search-query";
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
  await refuseRanking(context, dataset.id, search);
  return scored(await readPage(context, dataset, null, query, search), query, search);
}

/** A member searches with their own responses in mind (contract api-v1 row 33). */
export async function searchOwnRecords(
  context: Context,
  { datasetId, query, search }: SearchRecords,
): Promise<FoundPage> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  await refuseRanking(context, dataset.id, search);
  return scored(await readPage(context, dataset, caller, query, search), query, search);
}

/**
 * Words and vectors need indexes that this version does not keep; an answer without them would be a wrong one. A vector
 * the dataset does not know is told first: there the caller is mistaken.
 */
async function refuseRanking({ db }: Context, datasetId: string, { vector }: SearchQuery): Promise<void> {
  if (!vector) return;
  const known = await db
    .selectFrom("vector_settings")
    .select("key")
    .where("dataset_id", "=", datasetId)
    .where("name", "=", vector.name)
    .executeTakeFirst();
  if (!known) throw new Refusal("unprocessable", `Vector \`${vector.name}\` not found in dataset \`${datasetId}\`.`);
  throw new Refusal("unprocessable", "Searching by similarity is not possible in this version.");
}

/** Without words to weigh every record scores the same; an explicit sort has no score (search-semantics 2.5). */
function scored({ items, total, scores }: RecordsPage, query: RecordsQuery, search: SearchQuery): FoundPage {
  const sorted = search.sort.length > 0 || query.sort.length > 0;
  return {
    items: items.map((record, index) => ({ record, queryScore: sorted ? null : (scores?.[index] ?? 1) })),
    total,
  };
}
