import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  managedWorkspacesQuery,
  workspaceOverviewQuery,
  workspacesAnswersQuery,
} from "../../../lib/api/queries/workspace-administration.ts";
import type { WeekAnswers } from "../answers-cell.tsx";

/** The list and, after it, the figures of the week; what was loaded stays while it is asked for again. */
export function useWorkspaces() {
  const client = useQueryClient();
  const list = useQuery(managedWorkspacesQuery());
  const counted = useQuery(workspacesAnswersQuery());
  const answers: WeekAnswers = counted.isError ? "failed" : (counted.data ?? null);
  return {
    list: list.data ?? null,
    failed: list.isError,
    answers,
    /** as it is now, not as it was */
    look: (id: string) => client.fetchQuery({ ...workspaceOverviewQuery(id), staleTime: 0 }),
  };
}
