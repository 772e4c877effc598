import { TASKS } from "@postil/domain/datasets/dataset";
import { asksNothing, EVERY_TASK_RECORD, type TaskQuery } from "@postil/domain/search/task-query";
import { MOST_SORT_KEYS, type TaskSortEntry } from "@postil/domain/search/task-sort";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import { z } from "zod";
import { route, SAYS_TIMING } from "../route.ts";
import { bool, integer, leaf, NO_TEXT, number, oneOf, text } from "../wire/leaf.ts";
import { asObject, inside, last, list, showAs } from "../wire/shape.ts";
import { inWorkspace, WorkspaceHeaders, WorkspaceQuery } from "./datasets.ts";
import { WireTaskRecord } from "./records.ts";

/** The aggregations over all records that a search finds (contract api-v0 6.2). */

const counts = z.record(z.string(), z.int());
/** Undefined and infinite numbers, as text. */
const beyond = z.enum(["NaN", "Infinity", "-Infinity"]);
const figure = z.union([z.number(), beyond]).optional();
const NumberStatistics = z.strictObject({
  count: z.int(),
  min: figure,
  max: figure,
  avg: figure,
  sum: z.union([z.number(), beyond]),
  min_as_string: z.string().optional(),
  max_as_string: z.string().optional(),
  avg_as_string: z.string().optional(),
  sum_as_string: z.string().optional(),
  sum_of_squares: figure,
  variance: figure,
  variance_population: figure,
  variance_sampling: figure,
  std_deviation: figure,
  std_deviation_population: figure,
  std_deviation_sampling: figure,
  std_deviation_bounds: z.strictObject({
    upper: figure,
    lower: figure,
    upper_population: figure,
    lower_population: figure,
    upper_sampling: figure,
    lower_sampling: figure,
  }),
});
const mentions = z.record(z.string(), counts);

export const WireTaskAggregations = z.strictObject({
  predicted_as: counts,
  annotated_as: counts,
  predicted_by: counts,
  annotated_by: counts,
  status: counts,
  predicted: counts,
  score: counts,
  words: counts,
  metadata: z.record(z.string(), z.union([z.strictObject({ "argilla:stats": NumberStatistics }), counts])),
  predicted_mentions: mentions.optional(),
  mentions: mentions.optional(),
  predicted_text: counts.optional(),
  annotated_text: counts.optional(),
});

/** Queries on the records of a task dataset (contract search-semantics section 4, api-v0 6.2, 7.2 and 7.3). */

/** A text or a whole number, as text: records are identified by the text. */
const id = leaf<string>(
  (value) => (typeof value === "string" || Number.isSafeInteger(value) ? { ok: String(value) } : { refused: NO_TEXT }),
  { type: ["string", "integer"] },
);

const words = list(text()).nullish();
const plainText = text();
const someTexts = list(plainText);

/** Keys to one value or several. */
const metadata = showAs(
  z.unknown().transform((value, ctx): TaskQuery["metadata"] =>
    Object.entries(asObject(value, ctx) ?? {}).map(([key, given]) => ({
      key,
      values: Array.isArray(given) ? inside(someTexts, given, ctx, [key]) : [inside(metadataText, given, ctx, [key])],
    })),
  ),
  z.record(z.string(), z.union([z.string(), z.array(z.string())])),
);
/** Booleans are given as text. */
const metadataText = leaf<string>(
  (value) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? { ok: String(value) }
      : { refused: NO_TEXT },
  { type: "string" },
);

const score = z.object({ from: number().default(0), to: number().nullish() });
const MOST_NEAREST = 10_000;

export const WireTaskQuery = z.object({
  ids: list(id).nullish(),
  query_text: text().nullish(),
  annotated_as: words,
  predicted_as: words,
  annotated_by: words,
  predicted_by: words,
  status: list(oneOf(TASK_STATUSES)).nullish(),
  predicted: oneOf(["ok", "ko"]).nullish(),
  score: score.nullish(),
  confidence: score.nullish(),
  metadata: metadata.nullish(),
  has_annotation: bool.nullish(),
  has_prediction: bool.nullish(),
  uncovered_by_rules: words,
  vector: z
    .object({ name: text(), value: list(number(), { min: 1 }), k: integer({ ge: 0, le: MOST_NEAREST }).nullish() })
    .nullish(),
  raw_query: z.unknown().nullish(),
});

export function taskQueryFromWire(wire: z.output<typeof WireTaskQuery> | null | undefined): TaskQuery {
  if (!wire) return EVERY_TASK_RECORD;
  const range = wire.score ?? wire.confidence;
  return {
    ids: wire.ids?.length ? wire.ids : null,
    text: wire.query_text ?? "",
    annotatedAs: wire.annotated_as ?? [],
    predictedAs: wire.predicted_as ?? [],
    annotatedBy: wire.annotated_by ?? [],
    predictedBy: wire.predicted_by ?? [],
    status: wire.status ?? [],
    predicted: wire.predicted ?? null,
    score: range ? { from: range.from, to: range.to ?? null } : null,
    metadata: wire.metadata ?? [],
    hasAnnotation: wire.has_annotation ?? false,
    hasPrediction: wire.has_prediction ?? false,
    uncoveredByRules: wire.uncovered_by_rules ?? [],
    // 0 means no number too.
    vector: wire.vector ? { name: wire.vector.name, value: wire.vector.value, k: wire.vector.k || null } : null,
    isRaw: (wire.raw_query ?? null) !== null,
  };
}

/** The records to delete or discard: an empty list of ids alone means no records, not all (contract api-v0 7.3). */
export function taskQueryToEnd(wire: z.output<typeof WireTaskQuery> | null | undefined): TaskQuery {
  const query = taskQueryFromWire(wire);
  return wire?.ids?.length === 0 && asksNothing(query) ? { ...query, ids: [] } : query;
}

const WireTaskSort = list(z.object({ id: text(), order: oneOf(["asc", "desc"]).default("asc") }), {
  max: MOST_SORT_KEYS,
});
export const taskSortFromWire = (wire: z.output<typeof WireTaskSort> | undefined): readonly TaskSortEntry[] =>
  wire ?? [];

/** Searching, loading and deleting the records of a task dataset (contract api-v0 rows 27 to 29, 32 and 33). */

/** A task as a parameter of a path. */
const ANY_TASK = `(${TASKS.join("|")})` as "(TextClassification|TokenClassification|Text2Text)"; // the words of TASKS
const TaskPath = z.object({ name: text(), task: oneOf(TASKS) });

const MOST_RECORDS = 1000;
const FURTHEST = 10_000;

const TaskSearchParameters = WorkspaceQuery.extend({
  limit: last(integer({ ge: 0, le: MOST_RECORDS }).default(50)),
  from: last(integer({ ge: 0, le: FURTHEST }).default(0)),
  include_metrics: last(bool.default(false)),
});

/** Most paths of parts of a document; a record has only a few. */
const MOST_PATHS = 100;

const TaskScanBody = z
  .object({
    query: WireTaskQuery.nullish(),
    next_idx: text().nullish(),
    fields: list(text(), { max: MOST_PATHS }).nullish(),
    sort_by: WireTaskSort.optional(),
    next_page_cfg: text().nullish(),
  })
  .optional();

const Wrapped = z.object({ query: WireTaskQuery });
const isWrapped = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "query" in body && typeof body.query === "object" && body.query !== null;

/** The query alone, or as a member of an object: a client sends that form after the first one was refused. */
const TaskDeletionBody = showAs(
  z
    .unknown()
    .transform((body, ctx) =>
      isWrapped(body) ? inside(Wrapped, body, ctx).query : inside(WireTaskQuery, body ?? {}, ctx),
    ),
  WireTaskQuery,
);

/** Requests for metrics of task datasets (contract api-v0 section 9). */

/** Parameters that some metrics use; the others ignore them. */
const TaskMetricQuery = WorkspaceQuery.extend({
  size: last(integer({ ge: 1 }).optional()),
  interval: last(number({ gt: 0, isFloat: true }).optional()),
  rule_query: last(text().optional()),
  labels: z.array(text()).optional(),
  queries: z.array(text()).optional(),
});

/** Metrics of task datasets (contract api-v0 rows 41, 42). In the path, the task may also come before the name. */

const metricsPath = `/api/datasets/:name/:task${ANY_TASK}/metrics` as const;

export const taskMetricRoutes = {
  listTaskMetricsV0: route("GET", metricsPath, "member", {
    summary: "The metrics there are for a task dataset",
    params: TaskPath,
    ...inWorkspace,
    replies: { 200: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullable() })) },
  }),
  summarizeTaskMetricV0: route("POST", `${metricsPath}/:metric::summary`, "member", {
    summary: "What a metric tells of the records that match",
    params: TaskPath.extend({ metric: text() }),
    query: TaskMetricQuery,
    headers: WorkspaceHeaders,
    body: WireTaskQuery,
    replies: { 200: z.record(z.string(), z.unknown()) },
  }),
};

/** Searches for records of the older family (contract api-v0 rows 27 to 29, 32 and 33). */

export const taskSearchRoutes = {
  searchTaskRecordsV0: route("POST", `/api/datasets/:name/:task${ANY_TASK}::search`, "member", {
    headers: WorkspaceHeaders,
    summary: "Search the records of a task dataset by the Lucene query language and by filters",
    params: TaskPath,
    query: TaskSearchParameters,
    body: z.object({ query: WireTaskQuery.optional(), sort: WireTaskSort.optional() }).optional(),
    replies: {
      200: z.object({
        total: z.int(),
        records: z.array(WireTaskRecord.partial()),
        aggregations: WireTaskAggregations.optional(),
      }),
    },
    carries: SAYS_TIMING,
  }),
  scanTaskRecordsV0: route("POST", "/api/datasets/:name/records/::search", "member", {
    headers: WorkspaceHeaders,
    summary: "Load the records of a task dataset as they are stored, page after page",
    query: WorkspaceQuery.extend({ limit: last(integer({ ge: 0, le: MOST_RECORDS }).default(0)) }),
    body: TaskScanBody,
    replies: {
      200: z.object({
        records: z.array(z.record(z.string(), z.unknown())),
        next_idx: z.string().nullable(),
        next_page_cfg: z.string(),
      }),
    },
    carries: SAYS_TIMING,
  }),
  deleteTaskRecordsV0: route("DELETE", "/api/datasets/:name/data", "member", {
    headers: WorkspaceHeaders,
    summary: "Delete the records of a task dataset that a query finds, or discard them",
    query: WorkspaceQuery.extend({ mark_as_discarded: last(bool.default(false)) }),
    body: TaskDeletionBody,
    replies: { 200: z.object({ matched: z.int(), processed: z.int() }) },
  }),
};
