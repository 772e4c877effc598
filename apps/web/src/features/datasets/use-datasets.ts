import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { myDatasetsQuery, taskDatasetsQuery } from "../../lib/api/queries/datasets.ts";
import { workspacesQuery } from "../../lib/api/queries/workspaces.ts";
import type { SessionUser } from "../../lib/session/store.ts";
import { type DatasetRow, feedbackRow, maySee, taskRow } from "./rows.ts";

type ListPart = "feedback" | "task" | "workspaces";
export type Datasets = {
  /** null until something is there to show or to fail */
  readonly rows: readonly DatasetRow[] | null;
  /** what could not be loaded; the rest is shown (DSL-12) */
  readonly failed: readonly ListPart[];
  readonly refreshing: boolean;
  readonly retry: (part: ListPart) => void;
  readonly refresh: () => void;
};

/** Both families in one list (DSL-01). The two lists and the names of the workspaces are asked for at the same time. */
export function useDatasets(user: SessionUser | null): Datasets {
  const feedback = useQuery(myDatasetsQuery());
  const task = useQuery(taskDatasetsQuery());
  const workspaces = useQuery(workspacesQuery());
  const parts = { feedback, task, workspaces };
  const rows = useMemo(() => {
    if (user === null) return [];
    const all = [
      ...(feedback.data ?? []).map((dataset) => feedbackRow(dataset, workspaces.data ?? [])),
      ...(task.data ?? []).map(taskRow),
    ];
    return all.filter((row) => maySee(row, user));
  }, [feedback.data, task.data, workspaces.data, user]);
  // A part that is tried again after a failure does not take the others off the screen.
  const waiting = !(feedback.isFetched && task.isFetched && workspaces.isFetched);
  return {
    rows: waiting ? null : rows,
    failed: (["feedback", "task", "workspaces"] as const).filter((part) => parts[part].isError),
    refreshing: feedback.isFetching || task.isFetching || workspaces.isFetching,
    retry: (part) => void parts[part].refetch(),
    refresh: () => void Promise.all([feedback.refetch(), task.refetch(), workspaces.refetch()]),
  };
}
