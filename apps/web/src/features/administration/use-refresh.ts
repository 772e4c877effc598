import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** After a change everything is asked for anew that names people, workspaces or who is in them. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [["workspaces"], ["people"], ["datasets"]]) void client.invalidateQueries({ queryKey });
  }, [client]);
}
