import type { ReactNode } from "react";
import type { TaskPage } from "../state/task-page-context.ts";

/** The page data that the search and the filters of a task dataset use. */
export type QueryPage = Pick<
  TaskPage,
  "view" | "changeView" | "aggregations" | "isCounted" | "countsFor" | "failure" | "similarTo"
> & {
  readonly dataset: Pick<TaskPage["dataset"], "task">;
  readonly labels: readonly { readonly text: string }[];
};

export type QueryBarProps = {
  page: QueryPage;
  /** the queries of the dataset's rules */
  rules?: readonly string[];
  /** the query belongs to a rule: the box is the heading, and the filters fold into one button */
  ofRule?: boolean;
  /** saved views and flagged records */
  views?: ReactNode;
  /** at the right: the modes and the panel button */
  end?: ReactNode;
};
