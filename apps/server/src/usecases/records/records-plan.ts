import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { Refusal } from "@postil/domain/refusal";
import type { RecordsQuery } from "@postil/domain/search/records-query";
import type { SearchQuery, SortEntry, TextQuery } from "@postil/domain/search/search-query";
import { compileTree } from "../../records/compile-tree.ts";
import type { PageQuery } from "../../records/page-query.ts";
import { type Registry, resolveField } from "../../records/registry.ts";
import { compileSort } from "../../records/sort-key.ts";
import { findSimilarTo, type SimilarTo } from "../../records/vectors/find-similar.ts";
import { loadFieldNames } from "../../storage/dataset-fields.ts";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { exactTargetsIn } from "../../storage/sqlite/value-figures.ts";
import type { Context } from "../../storage/store.ts";
import type { DatasetRow } from "../datasets/load-dataset.ts";
import { feedbackFields, fieldOf } from "./feedback-fields.ts";
import { feedbackTree } from "./feedback-tree.ts";
import { loadQuestions } from "./load-questions.ts";
import { metadataFilters } from "./metadata-filters.ts";

/** `similarTo`: null where no vector is asked for. */
export type RecordsPlan = PageQuery & { readonly similarTo: SimilarTo | null };

/**
 * Turns what was asked, by parameters and in a search also by its body, into what the engine answers. Filters of both must
 * hold; a sort in the body is the one that counts. Of several things that the dataset does not have the first is told: filters
 * in their order, sort, vector settings, reference record, its vector, text field, `sort_by` (search-semantics 2.7).
 */
export async function planRecords(
  { db }: Pick<Context, "db">,
  dataset: DatasetRow,
  viewer: PageQuery["viewer"],
  query: RecordsQuery,
  search: SearchQuery | null = null,
): Promise<RecordsPlan> {
  const named = query.metadata.length > 0 || query.sort.length > 0 || search !== null;
  const properties = named ? await loadProperties({ db }, dataset.id) : [];
  const ids = { datasetId: dataset.id, datasetKey: dataset.key };
  const registry = feedbackFields({
    ...ids,
    texts: search?.text?.field ? await loadFieldNames(db, dataset.id) : [],
    questions: search ? await loadQuestions(db, dataset.id) : [],
    properties,
    viewerKey: viewer?.key ?? null,
    exact: properties.some(({ settings }) => settings.type === "integer")
      ? await exactTargetsIn(db, dataset.key)
      : new Set(),
  });
  const filters = [...metadataFilters(properties, query.metadata), ...(search?.filters ?? [])];
  compileTree(registry, feedbackTree({ text: null, filters, statuses: [] }));
  compileSort(registry, (search?.sort ?? []).map(sortField));
  const similarTo = search?.vector ? await findSimilarTo(db, ids, search.vector) : null;
  if (search?.text) refuseUnknownText(registry, search.text, dataset.id);
  for (const { scope } of query.sort) refuseUnknownProperty(scope, properties, dataset.id);
  const sort = search && search.sort.length > 0 ? search.sort : query.sort;
  // A draft has no records, and no index of their words.
  const text = dataset.status === "ready" ? (search?.text ?? null) : null;
  return {
    ...ids,
    size: dataset.next_seq,
    viewer,
    registry,
    tree: feedbackTree({ text, filters, statuses: query.statuses }),
    sort: sort.map(sortField),
    offset: query.offset,
    limit: query.limit,
    similarTo,
  };
}

/** To sort by what a response is without its question is to sort by the status, which the engine refuses. */
const sortField = ({ scope, order }: SortEntry): PageQuery["sort"][number] => ({
  field: scope.entity === "response" && scope.question === null ? ["status"] : fieldOf(scope),
  order,
});

async function loadProperties({ db }: Pick<Context, "db">, datasetId: string) {
  const rows = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", datasetId).execute();
  return rows.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) }));
}

/** Refuses a search in a field that is not there (FFI-27). */
function refuseUnknownText(registry: Registry, { field }: TextQuery, datasetId: string): void {
  if (field === null || resolveField(registry, ["text", field]).kind === "text") return;
  throw new Refusal("unprocessable", `Field \`${field}\` not found in dataset \`${datasetId}\`.`);
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
