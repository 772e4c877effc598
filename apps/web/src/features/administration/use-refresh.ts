import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Returns a function that, after a change, loads everything again that names users, workspaces or members. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [["workspaces"], ["people"], ["datasets"]]) void client.invalidateQueries({ queryKey });
  }, [client]);
}
