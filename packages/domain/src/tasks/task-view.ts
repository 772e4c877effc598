import type { Task } from "../datasets/dataset.ts";
import { asObject } from "../json-object.ts";
import type { TaskSortEntry } from "../search/task-sort.ts";
import { TASK_STATUSES, type TaskStatus } from "./task-record.ts";

/**
 * Filters on the records of a task dataset, with the wire's own names; absent members do not filter (TEN-34, TEN-35).
 */
export type TaskFilters = {
  /** Sent as `query_text` (TSE-19). */
  readonly text?: string;
  readonly predicted_as?: readonly string[];
  readonly annotated_as?: readonly string[];
  readonly predicted_by?: readonly string[];
  readonly annotated_by?: readonly string[];
  readonly status?: readonly TaskStatus[];
  readonly predicted?: "ok" | "ko";
  /** Shares of 1, both ends included. */
  readonly score?: { readonly from: number; readonly to: number };
  /** For each key, one of the values must match. */
  readonly metadata?: { readonly [key: string]: readonly string[] };
  /** Queries of rules; a record that matches one of them is left out. */
  readonly uncovered_by_rules?: readonly string[];
};

const TASK_MODES = ["annotate", "explore", "labelling-rules"] as const;
export type TaskMode = (typeof TASK_MODES)[number];

/** The records of the query, all rules, records on which rules disagree, a random sample of records. */
export const RULES_PLACES = ["records", "list", "conflicts", "sample"] as const;
export type RulesPlace = (typeof RULES_PLACES)[number];

export type RulesShown = {
  readonly place: RulesPlace;
  /** Page of the conflicts, from 2; absent: the first. */
  readonly page?: number;
  /** The queries of the two rules whose conflicts are shown; absent: all conflicts. */
  readonly pair?: readonly string[];
};

export const TASK_PAGE_SIZES = [1, 10, 20, 50, 100] as const;
export type TaskPageSize = (typeof TASK_PAGE_SIZES)[number];

/** The state of a task dataset's page (TEN-40, TEN-41). */
export type TaskView = {
  readonly filters: TaskFilters;
  /** The main key first; empty: by id. */
  readonly sort: readonly TaskSortEntry[];
  /** From 1. */
  readonly page: number;
  readonly size: TaskPageSize;
  readonly mode: TaskMode;
  /** Only the address of the rules mode contains it. */
  readonly rules: RulesShown;
};

export const FIRST_VIEW: TaskView = {
  filters: {},
  sort: [],
  page: 1,
  size: 10,
  mode: "annotate",
  rules: { place: "records" },
};

/** The search after a reset: no filters, records with the latest user actions first (TSE-10). */
export const RESET_SEARCH: Pick<TaskView, "filters" | "sort" | "page"> = {
  filters: {},
  sort: [{ id: "status", order: "desc" }],
  page: 1,
};

/** The modes of a task; only text classification has rules. */
export const modesOf = (task: Task): readonly TaskMode[] =>
  TASK_MODES.filter((mode) => mode !== "labelling-rules" || task === "TextClassification");

const LISTS = ["predicted_as", "annotated_as", "predicted_by", "annotated_by"] as const;

/**
 * The valid filters of a query, in one spelling whatever the input's was. Unreadable parts are left out, and so are
 * filters without effect: empty lists, also of metadata (TSE-11), and `predicted` with false or several values
 * (TSE-12). An empty query has no filters (TSE-13).
 */
export function readTaskFilters(value: unknown): TaskFilters {
  const given = asObject(value);
  if (given === null) return {};
  // `confidence` is the older name of the score (TEN-35).
  const [text, score] = [
    readText(given.text) ?? readText(given.query_text),
    readScore(given.score ?? given.confidence),
  ];
  const lists = LISTS.map((name) => [name, textsOf(given[name])] as const).filter(([, texts]) => texts.length > 0);
  const status = textsOf(given.status).filter(isStatus);
  const predicted = readPredicted(given.predicted);
  const metadata = readMetadata(given.metadata);
  const rules = textsOf(given.uncovered_by_rules).filter((rule) => rule.trim() !== "");
  return {
    ...(text !== null && { text }),
    ...Object.fromEntries(lists),
    ...(status.length > 0 && { status }),
    ...(predicted !== null && { predicted }),
    ...(score !== null && { score }),
    ...(metadata !== null && { metadata }),
    ...(rules.length > 0 && { uncovered_by_rules: rules }),
  };
}

/** A change to the filters: it affects only the named ones, and an empty list removes a filter. */
export type FiltersChange = { readonly [Name in keyof TaskFilters]?: TaskFilters[Name] | undefined };

/** Metadata is merged key by key. A change without any member removes all filters (TSE-14). */
export function mergeTaskFilters(filters: TaskFilters, change: FiltersChange): TaskFilters {
  if (Object.keys(change).length === 0) return {};
  const metadata =
    "metadata" in change && change.metadata === undefined ? undefined : { ...filters.metadata, ...change.metadata };
  return readTaskFilters({ ...filters, ...change, metadata });
}

export const asksForAll = (filters: TaskFilters): boolean => Object.keys(readTaskFilters(filters)).length === 0;

const isStatus = (text: string): text is TaskStatus => TASK_STATUSES.some((status) => status === text);

const readText = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

/** Reads a list of texts; a single value counts as a list of one. Numbers and booleans become texts. */
export function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.flatMap((one) => {
    if (typeof one === "string") return [one];
    return typeof one === "number" || typeof one === "boolean" ? [String(one)] : [];
  });
  return [...new Set(texts)];
}

function readPredicted(value: unknown): "ok" | "ko" | null {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return single === "ok" || single === "ko" ? single : null;
}

/** A missing end is the end of the score range. */
function readScore(value: unknown): NonNullable<TaskFilters["score"]> | null {
  const given = asObject(value);
  if (given === null) return null;
  const { from = 0, to = 1 } = given;
  if (typeof from !== "number" || typeof to !== "number") return null;
  return 0 <= from && from <= to && to <= 1 ? { from, to } : null;
}

function readMetadata(value: unknown): NonNullable<TaskFilters["metadata"]> | null {
  const keys = Object.entries(asObject(value) ?? {})
    .map(([key, values]) => [key, textsOf(values)] as const)
    .filter(([, values]) => values.length > 0);
  return keys.length > 0 ? Object.fromEntries(keys) : null;
}

/** Most records to page through (TSE-15); the server counts no further (search-semantics 4.2). */
export const MOST_PAGED = 10_000;

/** Number of records before the page (TEN-41). */
export const offsetOf = ({ page, size }: Pick<TaskView, "page" | "size">): number => (page - 1) * size;

/** The last page that can be chosen, from 1. */
export const lastTaskPage = (total: number, size: number): number =>
  Math.max(1, Math.ceil(Math.min(total, MOST_PAGED) / size));

/** True if a page is the last one although more records follow (TSE-16). */
export const isCutOff = (total: number, { page, size }: Pick<TaskView, "page" | "size">): boolean =>
  total > MOST_PAGED && page >= lastTaskPage(total, size);

const WINDOW = 5;

/**
 * The page links: five around the current page, the first, the last, and gaps between them. A gap always hides at least
 * two pages; a single page is shown instead.
 */
export function pageWindow(page: number, last: number): readonly (number | "gap")[] {
  const begin = Math.max(1, Math.min(page - (WINDOW - 1) / 2, last - WINDOW + 1));
  const end = Math.min(last, begin + WINDOW - 1);
  const pages = Array.from({ length: end - begin + 1 }, (_, index) => begin + index);
  const mirrored = (place: number | "gap") => (place === "gap" ? place : last + 1 - place);
  return [
    ...before(begin),
    ...pages,
    ...before(last + 1 - end)
      .map(mirrored)
      .toReversed(),
  ];
}

const before = (begin: number): readonly (number | "gap")[] => (begin > 3 ? [1, "gap"] : [1, 2].slice(0, begin - 1));
