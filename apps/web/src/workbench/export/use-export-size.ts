import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import type { ExportApi } from "./export-api.ts";
import type { FileWish } from "./export-wish.ts";

/** What an export would hold. The last figures stay until others are there; without an `api` nothing is asked. */
export function useExportSize(api: ExportApi | null, { parts, format, gzip }: FileWish) {
  return useQuery({
    queryKey: [...(api?.key ?? []), "export-size", { parts, format, gzip }],
    queryFn: api === null ? skipToken : ({ signal }) => api.size({ parts, format, gzip }, signal),
    placeholderData: keepPreviousData,
    // Others work in the dataset.
    staleTime: 0,
    retry: false,
  });
}
