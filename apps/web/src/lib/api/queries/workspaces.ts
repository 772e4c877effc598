import { workspaceFromWire } from "@postil/contract/accounts/mapping";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";

/** The caller's workspaces by name; an owner gets all (DSL-06, DSL-07). The list shows a failure in its own place. */
export const workspacesQuery = () =>
  queryOptions({
    queryKey: ["workspaces"],
    queryFn: async ({ signal }) => {
      const items = await atLeast(api.call("listWorkspacesV0", {}, { signal, quiet: true }));
      return items.map(workspaceFromWire);
    },
  });

/** One workspace, for its name (FEN-05). No request is sent until its id is known. */
export const workspaceQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ["workspace", id],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) =>
            workspaceFromWire(await api.call("getWorkspace", { params: { workspace_id: id } }, { signal })),
  });
