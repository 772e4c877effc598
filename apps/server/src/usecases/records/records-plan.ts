import type { MetadataProperty, RecordStatus } from "@postil/domain/entities";
import type { RecordsQuery } from "@postil/domain/records-query";
import { Refusal } from "@postil/domain/refusal";
import type { Filter, SearchQuery, SortEntry } from "@postil/domain/search-query";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import type { DatasetRow } from "../datasets/load-dataset.ts";
import { type KeyedQuestion, loadQuestions } from "./load-questions.ts";
import { metadataFilters } from "./metadata-filters.ts";

/** Which records of a dataset, in which order and which of them: all names looked up, ready to be answered. */
export type RecordsPlan = {
  readonly datasetKey: number;
  readonly datasetId: string;
  /** Whose responses and whose order count; null: anybody's responses, the order in which the records came. */
  readonly viewer: { readonly key: number; readonly id: string } | null;
  /** None: whatever the status. */
  readonly statuses: readonly RecordStatus[];
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** None: the default order. */
  readonly sort: readonly SortEntry[];
  readonly properties: readonly MetadataProperty[];
  readonly questions: readonly KeyedQuestion[];
  readonly offset: number;
  readonly limit: number;
};

/**
 * Turns what was asked, by parameters and in a search also by its body, into a plan. Filters of both must hold; a sort in
 * the body is the one that counts. Refuses filters that cannot be read and sorts by what the dataset does not have.
 */
export async function planRecords(
  { db }: Pick<Context, "db">,
  dataset: DatasetRow,
  viewer: RecordsPlan["viewer"],
  query: RecordsQuery,
  search: SearchQuery | null = null,
): Promise<RecordsPlan> {
  const named = query.metadata.length > 0 || query.sort.length > 0 || search !== null;
  const rows = named
    ? await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", dataset.id).execute()
    : [];
  const properties = rows.map(metadataPropertyFromRow);
  for (const { scope } of query.sort) refuseUnknownProperty(scope, properties, dataset.id);
  return {
    datasetKey: dataset.key,
    datasetId: dataset.id,
    viewer,
    statuses: query.statuses,
    filters: [...metadataFilters(properties, query.metadata), ...(search?.filters ?? [])],
    sort: search && search.sort.length > 0 ? search.sort : query.sort,
    properties,
    questions: search ? await loadQuestions(db, dataset.id) : [],
    offset: query.offset,
    limit: query.limit,
  };
}

function refuseUnknownProperty(
  scope: SortEntry["scope"],
  properties: readonly MetadataProperty[],
  datasetId: string,
): void {
  if (scope.entity !== "metadata" || properties.some(({ name }) => name === scope.property)) return;
  const detail = `Provided metadata property in 'sort_by' query param '${scope.property}' not found in dataset with '${datasetId}'.`;
  throw new Refusal("unprocessable", detail);
}
