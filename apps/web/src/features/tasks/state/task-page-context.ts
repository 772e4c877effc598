import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { TaskReference, VectorRecord } from "@postil/domain/tasks/page-vectors";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { TaskFilters, TaskView } from "@postil/domain/tasks/task-view";
import type { UseQueryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { RecordActions } from "../saving/record-actions.ts";
import type { Aggregations, CountsReply } from "../wire/search-records.ts";

export type TaskResults = {
  readonly total: number;
  readonly records: readonly ShownTaskRecord[];
};

/** What every part of the page of a task dataset knows and may do (TEN-03, TEN-40). */
export type TaskPage = {
  readonly dataset: KnownTaskDataset;
  /** Empty where the task has none. */
  readonly labels: readonly GlobalLabel[];
  readonly view: TaskView;
  /** Shows something else, from its first page on unless a page is named; asks first while records of the page are edited (TST-12). */
  readonly changeView: (change: Partial<TaskView>) => void;
  /** Null before the first have come. */
  readonly results: TaskResults | null;
  /** Of all that the filters find; null while they are not known. */
  readonly aggregations: Aggregations | null;
  /** Whether they are, or cannot be told: not that they are on their way. */
  readonly isCounted: boolean;
  /** Of those that other filters would find (TSE-17). */
  readonly countsFor: (filters: TaskFilters) => UseQueryOptions<CountsReply>;
  /** Other records than those shown are on their way (TSE-08). */
  readonly isLoading: boolean;
  /** What went wrong with the last search; null: nothing. */
  readonly failure: Error | null;
  readonly actions: RecordActions;
  /** May change the dataset's labels. */
  readonly privileged: boolean;
  /** Reads the page, the counts and the progress anew (TSE-17). */
  readonly refresh: () => void;
  /** The record whose like are shown; null: none (TSE-26). */
  readonly likeness: TaskReference | null;
  readonly showLike: (likeness: TaskReference | null) => void;
  /** Of all records on the page (TLO-10). */
  readonly vectors: readonly VectorRecord[];
};

export const TaskPageContext = createContext<TaskPage | null>(null);

export function useTaskPage(): TaskPage {
  const page = useContext(TaskPageContext);
  if (page === null) throw new Error("This part belongs to the page of a task dataset");
  return page;
}
