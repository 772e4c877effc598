import type { CallReply } from "@postil/contract/call";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { datasetKey } from "../../lib/api/queries/dataset.ts";
import { bodyOf, type ExportWish } from "./export-wish.ts";

export type ExportSize = CallReply<"sizeUpExport">;

/** What an export would hold. The last figures stay until others are there; null: nothing is asked. */
export function useExportSize(datasetId: string, wish: ExportWish | null) {
  const body = wish === null ? null : bodyOf(wish);
  return useQuery({
    queryKey: [...datasetKey(datasetId), "export-size", JSON.stringify(body)],
    queryFn: ({ signal }) =>
      api.call(
        "sizeUpExport",
        { params: { dataset_id: datasetId }, body: body ?? { with: [] } },
        { signal, quiet: true },
      ),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    // Others work in the dataset.
    staleTime: 0,
    retry: false,
  });
}
