import type { Task } from "../datasets/dataset-links.ts";
import type { TaskSortEntry } from "../search/task-sort.ts";
import type { TaskStatus } from "./task-record.ts";

/** Which records of a task dataset are asked for, in the wire's own names; what is absent is not asked (TEN-34, TEN-35). */
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
  /** Of each key one of the values. */
  readonly metadata?: { readonly [key: string]: readonly string[] };
  /** Queries of rules of which none may match. */
  readonly uncovered_by_rules?: readonly string[];
};

const TASK_MODES = ["annotate", "explore", "labelling-rules"] as const;
export type TaskMode = (typeof TASK_MODES)[number];

/** What stands in the mode of rules: the records of the query, all rules, the records rules disagree on, some records by lot. */
export const RULES_PLACES = ["records", "list", "conflicts", "sample"] as const;
export type RulesPlace = (typeof RULES_PLACES)[number];

/** What the mode of rules shows. */
export type RulesShown = {
  readonly place: RulesPlace;
  /** Of the conflicts, from 2: absent, the first. */
  readonly page?: number;
  /** The queries of the two rules that the conflicts are of; absent: of all. */
  readonly pair?: readonly string[];
};

export const TASK_PAGE_SIZES = [1, 10, 20, 50, 100] as const;
export type TaskPageSize = (typeof TASK_PAGE_SIZES)[number];

/** What the page of a task dataset shows, and how (TEN-40, TEN-41). */
export type TaskView = {
  readonly filters: TaskFilters;
  /** The main key first; none: by id. */
  readonly sort: readonly TaskSortEntry[];
  /** From 1. */
  readonly page: number;
  readonly size: TaskPageSize;
  readonly mode: TaskMode;
  /** Of no other mode's address. */
  readonly rules: RulesShown;
};

/** What an address without entries shows. */
export const FIRST_VIEW: TaskView = {
  filters: {},
  sort: [],
  page: 1,
  size: 10,
  mode: "annotate",
  rules: { place: "records" },
};

/** A search that is begun anew: nothing asked, what people did last first (TSE-10). */
export const RESET_SEARCH: Pick<TaskView, "filters" | "sort" | "page"> = {
  filters: {},
  sort: [{ id: "status", order: "desc" }],
  page: 1,
};

/** Rules are those of text classification. */
export const modesOf = (task: Task): readonly TaskMode[] =>
  TASK_MODES.filter((mode) => mode !== "labelling-rules" || task === "TextClassification");
