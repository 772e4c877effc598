import { maySeeProperty } from "@postil/domain/accounts/policies";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { Refusal } from "@postil/domain/refusal";
import type {
  Filter,
  MetadataParameter,
  RecordsQuery,
  SearchQuery,
  SortEntry,
  TextQuery,
} from "@postil/domain/search/record-criteria";
import { exactlyIn, parseWithForm } from "@postil/domain/text/json-text";
import { compareExactly, type ExactNumber } from "@postil/domain/text/whole-numbers";
import { compileTree } from "../../records/compile-tree.ts";
import { findPage } from "../../records/find-page.ts";
import { compileSort, type Registry, resolveField } from "../../records/registry.ts";
import type { PageQuery } from "../../records/search.ts";
import { findSimilar, findSimilarTo, type Similarity, type SimilarTo } from "../../records/vectors/find-similar.ts";
import { loadFieldNames, metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { type Reading, readRecords } from "../../storage/read-records.ts";
import type { Caller, Context, HasDb } from "../../storage/store.ts";
import { together } from "../../storage/together.ts";
import { requireCaller } from "../refuse.ts";
import {
  type DatasetRow,
  loadDatasetForManager,
  loadDatasetForMember,
  loadQuestions,
  loadRecordForMember,
  noRecord,
} from "./load.ts";
import { feedbackFields, feedbackTree, fieldOf } from "./search-fields.ts";

/** Complete records, as their writers see them: with all users' responses, all suggestions, vectors and metadata. */
export const wholeRecords = (dataset: { readonly key: number; readonly id: string }): Reading => ({
  datasetKey: dataset.key,
  datasetId: dataset.id,
  include: { responses: true, suggestions: true, vectors: "all" },
  viewerKey: null,
  seesAllMetadata: true,
});

const seesAllMetadata = (viewer: Caller): boolean => maySeeProperty(viewer, { visibleForAnnotators: false });

type RangeFilter = Extract<Filter, { type: "range" }>;

/**
 * Turns the `metadata` parameters of a list into filters (contract search-semantics 2.4): terms `a,b` for a property of
 * terms, bounds `{"ge":1,"le":5}` for numbers. Unknown names are skipped.
 */
function metadataFilters(properties: readonly MetadataProperty[], parameters: readonly MetadataParameter[]): Filter[] {
  return parameters.flatMap(({ name, expression }) => {
    const property = properties.find((candidate) => candidate.name === name);
    if (!property) return [];
    const scope = { entity: "metadata", property: name } as const;
    return property.settings.type === "terms"
      ? { type: "terms", scope, values: expression.split(",") }
      : { type: "range", scope, ...readBounds(name, expression) };
  });
}

function refusal(name: string, reason: string): Refusal {
  return new Refusal("unprocessable", `Cannot parse provided metadata filters: '${name}' ${reason}`);
}

function readBounds(name: string, expression: string): Pick<RangeFilter, "ge" | "le"> {
  const given = readJson(name, expression);
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw refusal(name, `wants an object with 'ge' and 'le', found ${expression}`);
  }
  const ge = readBound(name, "ge", given);
  const le = readBound(name, "le", given);
  if (ge === null && le === null) throw refusal(name, "wants at least one of 'ge' and 'le'");
  if (ge !== null && le !== null && compareExactly(ge, le) > 0)
    throw refusal(name, `wants 'ge' (${ge}) to be at most 'le' (${le})`);
  return { ge, le };
}

function readJson(name: string, expression: string): unknown {
  try {
    return parseWithForm(expression);
  } catch {
    throw refusal(name, `wants JSON like {"ge":1,"le":5}, found ${expression}`);
  }
}

function readBound(name: string, bound: "ge" | "le", given: object): ExactNumber | null {
  const value: unknown = Object.hasOwn(given, bound) ? given[bound as keyof typeof given] : null;
  if (value === null) return null;
  const number = exactlyIn(value);
  if (Number.isFinite(Number(number))) return number;
  throw refusal(name, `wants a number for '${bound}', found ${JSON.stringify(value)}`);
}

/** `similarTo`: null if the search has no vector. */
type RecordsPlan = PageQuery & { readonly similarTo: SimilarTo | null };

/**
 * Turns the query parameters, and in a search also the body, into a plan for the search engine. Filters of both must match; a
 * sort in the body replaces the other one. The first unknown name is reported, in this order: filters in their order, sort,
 * vector settings, reference record, its vector, text field, `sort_by` (search-semantics 2.7).
 */
export async function planRecords(
  { db }: HasDb,
  dataset: DatasetRow,
  viewer: PageQuery["viewer"],
  query: RecordsQuery,
  search: SearchQuery | null = null,
): Promise<RecordsPlan> {
  const named = query.metadata.length > 0 || query.sort.length > 0 || search !== null;
  const [properties, texts, questions] = await together([
    named ? loadProperties({ db }, dataset.id) : [],
    search?.text?.field ? loadFieldNames(db, dataset.id) : [],
    search ? loadQuestions(db, dataset.id) : [],
  ]);
  const ids = { datasetId: dataset.id, datasetKey: dataset.key };
  const registry = feedbackFields({
    ...ids,
    texts,
    questions,
    properties,
    viewerKey: viewer?.key ?? null,
    exact: properties.some(({ settings }) => settings.type === "integer")
      ? await db.values.exactTargets(dataset.key)
      : new Set(),
  });
  const filters = [...metadataFilters(properties, query.metadata), ...(search?.filters ?? [])];
  compileTree(registry, feedbackTree({ text: null, filters, statuses: [] }));
  compileSort(registry, (search?.sort ?? []).map(sortField));
  const similarTo = search?.vector ? await findSimilarTo(db, ids, search.vector) : null;
  if (search?.text) refuseUnknownText(registry, search.text, dataset.id);
  for (const { scope } of query.sort) refuseUnknownProperty(scope, properties, dataset.id);
  const sort = search && search.sort.length > 0 ? search.sort : query.sort;
  // A draft has no records and no text index.
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

/** A sort by a response without a question becomes a sort by status, which the engine refuses. */
const sortField = ({ scope, order }: SortEntry): PageQuery["sort"][number] => ({
  field: scope.entity === "response" && scope.question === null ? ["status"] : fieldOf(scope),
  order,
});

async function loadProperties({ db }: HasDb, datasetId: string) {
  const rows = await db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", datasetId).execute();
  return rows.map((row) => ({ key: row.key, ...metadataPropertyFromRow(row) }));
}

/** Refuses a search in an unknown field (FFI-27). */
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

/** `total`: number of records on all pages. */
type RecordsPage = {
  readonly items: readonly FeedbackRecord[];
  readonly total: number;
  /** The score of each item; null if the order does not depend on scores. */
  readonly scores: readonly number[] | null;
  readonly similarity: Similarity | null;
};

/** A page of a dataset's records as `viewer` sees them; null sees all users' responses and all metadata. */
async function readPage(
  context: Context,
  dataset: DatasetRow,
  viewer: Caller | null,
  query: RecordsQuery,
  search: SearchQuery | null = null,
): Promise<RecordsPage> {
  const { db } = context;
  const plan = await planRecords(context, dataset, viewer && { key: viewer.key, id: viewer.id }, query, search);
  const { similarTo } = plan;
  const { seqs, total, scores, similarity } = similarTo
    ? await findSimilar(context, plan, similarTo)
    : { ...(await findPage(context, plan)), similarity: null };
  const reading = {
    datasetKey: dataset.key,
    datasetId: dataset.id,
    include: query.include,
    viewerKey: viewer?.key ?? null,
    seesAllMetadata: viewer === null || seesAllMetadata(viewer),
  };
  return { items: await readRecords(db, reading, seqs), total, scores, similarity };
}

type ListRecords = { readonly datasetId: string; readonly query: RecordsQuery };

/** A page of a dataset's records in insertion order, with all users' responses (contract api-v1 row 26, ROL-09). */
export async function listRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const dataset = await loadDatasetForManager(context, datasetId);
  return readPage(context, dataset, null, query);
}

/** A page of the caller's queue: in the caller's order and with the caller's responses (FQU-03, FQU-06, FQU-07). */
export async function listOwnRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  return readPage(context, dataset, caller, query);
}

type SearchRecords = {
  readonly datasetId: string;
  readonly query: RecordsQuery;
  readonly search: SearchQuery;
};

type FoundRecord = { readonly record: FeedbackRecord; readonly queryScore: number | null };
export type FoundPage = {
  readonly items: readonly FoundRecord[];
  readonly total: number;
  /** Null: the search has no vector. */
  readonly similarity: Similarity | null;
};

/** A manager of the dataset searches with all users' responses (contract api-v1 row 34). */
export async function searchRecords(context: Context, { datasetId, query, search }: SearchRecords): Promise<FoundPage> {
  const dataset = await loadDatasetForManager(context, datasetId);
  return scored(await readPage(context, dataset, null, query, search), query, search);
}

/** A member searches with their own responses (contract api-v1 row 33). */
export async function searchOwnRecords(
  context: Context,
  { datasetId, query, search }: SearchRecords,
): Promise<FoundPage> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  return scored(await readPage(context, dataset, caller, query, search), query, search);
}

/**
 * Without a text search every record has the same score. An explicit sort has no score. Beside a vector, a sort has no effect
 * (search-semantics 2.5, 2.6).
 */
function scored(
  { items, total, scores, similarity }: RecordsPage,
  query: RecordsQuery,
  search: SearchQuery,
): FoundPage {
  const sorted = search.vector === null && (search.sort.length > 0 || query.sort.length > 0);
  return {
    items: items.map((record, index) => ({ record, queryScore: sorted ? null : (scores?.[index] ?? 1) })),
    total,
    similarity,
  };
}

type GetRecord = { readonly recordId: string; readonly withOwnResponse: boolean };

/**
 * One record with its suggestions. Vectors are empty, as clients of this call expect. Responses are null, unless the caller's
 * own response is requested (FEN-26, FEN-32).
 */
async function getRecord(context: Context, input: GetRecord): Promise<FeedbackRecord> {
  const { recordId, withOwnResponse } = input;
  const caller = requireCaller(context);
  const { db } = context;
  const row = await loadRecordForMember(context, recordId);
  const reading = {
    datasetKey: row.dataset_key,
    datasetId: row.dataset_id,
    include: { responses: withOwnResponse, suggestions: true, vectors: "none" },
    viewerKey: caller.key,
    seesAllMetadata: seesAllMetadata(caller),
  } as const;
  const [record] = await readRecords(db, reading, [row.seq]);
  if (!record) throw noRecord(recordId);
  return { ...record, responses: record.responses ?? null, vectors: {} };
}

export const findRecordCalls = {
  reads: {
    listRecords,
    listOwnRecords,
    getRecord,
    searchRecords,
    searchOwnRecords,
    // The same functions under another name: a search for similar records keeps vectors in memory and runs in its own thread.
    searchSimilarRecords: searchRecords,
    searchOwnSimilarRecords: searchOwnRecords,
  },
} as const;
