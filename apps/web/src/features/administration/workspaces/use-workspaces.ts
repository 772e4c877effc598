import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  managedWorkspacesQuery,
  workspaceOverviewQuery,
  workspacesAnswersQuery,
} from "../../../lib/api/queries/workspace-administration.ts";

/** After a change everything is asked for anew that names workspaces or who is in them. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [["workspaces"], ["people"], ["datasets"]]) void client.invalidateQueries({ queryKey });
  }, [client]);
}

/** The list and, after it, the figures of the week; what was loaded stays while it is asked for again. */
export function useWorkspaces() {
  const client = useQueryClient();
  const list = useQuery(managedWorkspacesQuery());
  const answers = useQuery(workspacesAnswersQuery());
  return {
    list: list.data ?? null,
    failed: list.isError,
    answers: answers.isError ? ("failed" as const) : (answers.data ?? null),
    /** as it is now, not as it was */
    look: (id: string) => client.fetchQuery({ ...workspaceOverviewQuery(id), staleTime: 0 }),
  };
}
