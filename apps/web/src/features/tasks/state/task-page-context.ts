import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTaskRecord, TaskReference, VectorRecord } from "@postil/domain/tasks/shown-record";
import type { TaskFilters, TaskView } from "@postil/domain/tasks/task-view";
import type { UseQueryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { RecordActions } from "../saving/use-task-actions.ts";
import type { Aggregations, CountsReply } from "../wire/search-records.ts";

export type TaskResults = { readonly total: number; readonly records: readonly ShownTaskRecord[] };

/** The state and actions that every part of a task dataset page shares (TEN-03, TEN-40). */
export type TaskPage = {
  readonly dataset: KnownTaskDataset;
  /** Empty if the task has no labels. */
  readonly labels: readonly GlobalLabel[];
  readonly view: TaskView;
  /**
   * Changes the view. It starts at the first page unless a page is given, and asks first if records of the page are edited
   * (TST-12).
   */
  readonly changeView: (change: Partial<TaskView>) => void;
  /** Null until the first results arrive. */
  readonly results: TaskResults | null;
  /** Counts over all records that the filters find; null if they are unknown. */
  readonly aggregations: Aggregations | null;
  /** True if the counts are loaded or failed; false while they are loading. */
  readonly isCounted: boolean;
  /** The counts for other filters (TSE-17). */
  readonly countsFor: (filters: TaskFilters) => UseQueryOptions<CountsReply>;
  /** True while other records are loading (TSE-08). */
  readonly isLoading: boolean;
  /** The failure of the last search; null if there was none. */
  readonly failure: Error | null;
  readonly actions: RecordActions;
  /** True if the user may change the dataset's labels. */
  readonly privileged: boolean;
  /** Loads the page, the counts and the progress again (TSE-17). */
  readonly refresh: () => void;
  /** The reference record of a similarity search; null if there is none (TSE-26). */
  readonly similarTo: TaskReference | null;
  readonly showSimilarTo: (similarTo: TaskReference | null) => void;
  /** The vectors of all records on the page (TLO-10). */
  readonly vectors: readonly VectorRecord[];
};

export const TaskPageContext = createContext<TaskPage | null>(null);

export function useTaskPage(): TaskPage {
  const page = useContext(TaskPageContext);
  if (page === null) throw new Error("This part belongs to the page of a task dataset");
  return page;
}
