/** The page sizes of bulk view (FQU-12). */
export const BULK_SIZES = [10, 25, 50, 100] as const;
export type BulkSize = (typeof BULK_SIZES)[number];

/** The offered page size of bulk view that equals the number; null, for focus view, if it is not offered (FQU-12). */
export function bulkSizeOf(size: number | null): BulkSize | null {
  return BULK_SIZES.find((offered) => offered === size) ?? null;
}

/** VST-03, VST-07: the first write on a page opened without a query replaces, so that Back leaves the page in one step. */
export function historyStep(query: string): "push" | "replace" {
  return query.replace(/^\?/, "") === "" ? "replace" : "push";
}

/** Number of similar records shown by default, in both families (CON-03, TSE-04, FFI-23). */
export const SIMILARITY_LIMIT = 50;
