import type { Task } from "../datasets/dataset-links.ts";
import type { TaskSortEntry } from "../search/task-sort.ts";
import type { TaskStatus } from "./task-record.ts";

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

/**
 * The views of the rules mode: the records of the query, all rules, the records on which rules disagree, a random
 * sample of records.
 */
export const RULES_PLACES = ["records", "list", "conflicts", "sample"] as const;
export type RulesPlace = (typeof RULES_PLACES)[number];

/** The content of the rules mode. */
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

/** The view of an address without entries. */
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
