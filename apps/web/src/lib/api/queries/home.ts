import { queryOptions } from "@tanstack/react-query";
import "../manager-routes.ts";
import { api } from "../api.ts";

/** The folder that commands on the server's machine have to be told of; null: they find it by themselves. Owners only. */
export const homeQuery = queryOptions({
  queryKey: ["home"],
  queryFn: async ({ signal }): Promise<string | null> => (await api.call("getHome", {}, { signal, quiet: true })).home,
  staleTime: Number.POSITIVE_INFINITY,
});
