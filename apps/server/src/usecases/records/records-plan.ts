import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { Refusal } from "@postil/domain/refusal";
import type { RecordsQuery } from "@postil/domain/search/records-query";
import type { SearchQuery, SortEntry, TextQuery } from "@postil/domain/search/search-query";
import type { PageQuery } from "../../records/page-query.ts";
import { loadFieldNames } from "../../storage/dataset-fields.ts";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import type { DatasetRow } from "../datasets/load-dataset.ts";
import { feedbackFields, fieldOf } from "./feedback-fields.ts";
import { feedbackTree } from "./feedback-tree.ts";
import { loadQuestions } from "./load-questions.ts";
import { metadataFilters } from "./metadata-filters.ts";

/**
 * Turns what was asked, by parameters and in a search also by its body, into what the engine answers. Filters of both must
 * hold; a sort in the body is the one that counts. Refuses filters that cannot be read and sorts by what the dataset does
 * not have.
 */
export async function planRecords(
  { db }: Pick<Context, "db">,
  dataset: DatasetRow,
  viewer: PageQuery["viewer"],
  query: RecordsQuery,
  search: SearchQuery | null = null,
): Promise<PageQuery> {
  const named = query.metadata.length > 0 || query.sort.length > 0 || search !== null;
  const properties = named ? await loadProperties({ db }, dataset.id) : [];
  for (const { scope } of query.sort) refuseUnknownProperty(scope, properties, dataset.id);
  const filters = [...metadataFilters(properties, query.metadata), ...(search?.filters ?? [])];
  const texts = search?.text ? await loadTexts({ db }, dataset, search.text) : [];
  // A draft has no records, and no index of their words.
  const text = dataset.status === "ready" ? (search?.text ?? null) : null;
  const sort = search && search.sort.length > 0 ? search.sort : query.sort;
  return {
    datasetKey: dataset.key,
    datasetId: dataset.id,
    size: dataset.next_seq,
    viewer,
    registry: feedbackFields({
      datasetId: dataset.id,
      datasetKey: dataset.key,
      texts,
      questions: search ? await loadQuestions(db, dataset.id) : [],
      properties,
      viewerKey: viewer?.key ?? null,
    }),
    tree: feedbackTree({ text, filters, statuses: query.statuses }),
    sort: sort.map(sortField),
    offset: query.offset,
    limit: query.limit,
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

/** The names of the fields in the order of the text index; refuses a search of one that is not there (FFI-27). */
async function loadTexts({ db }: Pick<Context, "db">, { id }: DatasetRow, { field }: TextQuery): Promise<string[]> {
  if (field === null) return [];
  const names = await loadFieldNames(db, id);
  if (!names.includes(field)) {
    throw new Refusal("unprocessable", `Field \`${field}\` not found in dataset \`${id}\`.`);
  }
  return names;
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
