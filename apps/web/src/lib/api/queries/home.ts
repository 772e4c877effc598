import { queryOptions } from "@tanstack/react-query";
import "../manager-routes.ts";
import { api } from "../api.ts";

/** The folder to name in commands on the server's machine. Null: the commands find it without help. Owners only. */
export const homeQuery = queryOptions({
  queryKey: ["home"],
  queryFn: async ({ signal }): Promise<string | null> => (await api.call("getHome", {}, { signal, quiet: true })).home,
  staleTime: Number.POSITIVE_INFINITY,
});
