import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { RecordStatus } from "@postil/domain/records/response";
import { Refusal } from "@postil/domain/refusal";
import type { RecordsQuery } from "@postil/domain/search/records-query";
import type { Filter, SearchQuery, SortEntry, TextQuery } from "@postil/domain/search/search-query";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import type { DatasetRow } from "../datasets/load-dataset.ts";
import { type KeyedQuestion, loadQuestions } from "./load-questions.ts";
import { metadataFilters } from "./metadata-filters.ts";

export type KeyedProperty = MetadataProperty & { readonly key: number };

/** Which records of a dataset, in which order and which of them: all names looked up, ready to be answered. */
export type RecordsPlan = {
  readonly datasetKey: number;
  readonly datasetId: string;
  /** Numbers of its records are before this. */
  readonly size: number;
  readonly published: boolean;
  /** Whose responses and whose order count; null: anybody's responses, the order in which the records came. */
  readonly viewer: { readonly key: number; readonly id: string } | null;
  /** None: whatever the status. */
  readonly statuses: readonly RecordStatus[];
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** None: the default order. */
  readonly sort: readonly SortEntry[];
  /** Words to be found; `column`: of the one field searched, null for all. */
  readonly text: { readonly q: string; readonly column: number | null } | null;
  readonly properties: readonly KeyedProperty[];
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
  const properties = rows.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) }));
  for (const { scope } of query.sort) refuseUnknownProperty(scope, properties, dataset.id);
  return {
    datasetKey: dataset.key,
    datasetId: dataset.id,
    size: dataset.next_seq,
    published: dataset.status === "ready",
    viewer,
    statuses: query.statuses,
    filters: [...metadataFilters(properties, query.metadata), ...(search?.filters ?? [])],
    sort: search && search.sort.length > 0 ? search.sort : query.sort,
    text: search?.text ? await planText({ db }, dataset, search.text) : null,
    properties,
    questions: search ? await loadQuestions(db, dataset.id) : [],
    offset: query.offset,
    limit: query.limit,
  };
}

/** Finds the column of the field searched (FFI-27). */
async function planText({ db }: Pick<Context, "db">, { id }: DatasetRow, { q, field }: TextQuery) {
  if (field === null) return { q, column: null };
  const fields = await db
    .selectFrom("field")
    .select("name")
    .where("dataset_id", "=", id)
    .orderBy("inserted_at")
    .execute();
  const column = fields.findIndex(({ name }) => name === field);
  if (column < 0) throw new Refusal("unprocessable", `Field \`${field}\` not found in dataset \`${id}\`.`);
  return { q, column };
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
