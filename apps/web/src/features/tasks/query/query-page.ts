import type { TaskPage } from "../page/task-page-context.ts";

/** What the search and the filters of a task dataset's page know of it. */
export type QueryPage = Pick<
  TaskPage,
  "view" | "changeView" | "aggregations" | "isCounted" | "countsFor" | "failure" | "likeness"
> & {
  readonly dataset: Pick<TaskPage["dataset"], "task">;
  readonly labels: readonly { readonly text: string }[];
};
