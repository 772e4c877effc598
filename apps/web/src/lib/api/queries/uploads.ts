import type { WireUpload } from "@postil/contract/datasets/uploads";
import { queryOptions } from "@tanstack/react-query";
import "../manager-routes.ts";
import { api } from "../api.ts";

/** Files and imports of the caller (IMP-05). A failure is shown in its own place, so the calls are quiet. */

/** How often a running import is asked for, and how often the list of imports, ms. */
const EVERY = { import: 500, list: 5_000 } as const;

export const isRunning = ({ state }: Pick<WireUpload, "state">): boolean => state === "checking" || state === "storing";

export const uploadsQuery = () =>
  queryOptions({
    queryKey: ["uploads"],
    queryFn: async ({ signal }) => (await api.call("listUploads", {}, { signal, quiet: true })).items,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? EVERY.list : false),
    refetchOnWindowFocus: true,
  });

/** One import, asked for until it has ended. */
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ["uploads", id],
    queryFn: ({ signal }) => api.call("getUpload", { params: { upload_id: id } }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? EVERY.import : false),
    refetchOnWindowFocus: true,
  });
