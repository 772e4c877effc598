import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { datasetKey } from "../../lib/api/queries/dataset.ts";
import type { ExportApi } from "./export-api.ts";
import { type ExportWish, USUAL_WISH } from "./export-wish.ts";

/** What an export would hold. The last figures stay until others are there; null: nothing is asked. */
export function useExportSize(api: ExportApi, datasetId: string, wish: ExportWish | null) {
  return useQuery({
    queryKey: [...datasetKey(datasetId), "export-size", wish],
    queryFn: ({ signal }) => api.size(datasetId, wish ?? USUAL_WISH, signal),
    enabled: wish !== null,
    placeholderData: keepPreviousData,
    // Others work in the dataset.
    staleTime: 0,
    retry: false,
  });
}
