import { PENDING_RECORDS, type RecordCriteria } from "./record-criteria.ts";

/** The page sizes of bulk view (FQU-12). */
export const BULK_SIZES = [10, 25, 50, 100] as const;
export type BulkSize = (typeof BULK_SIZES)[number];

/** The offered page size of bulk view that equals the number; null, for focus view, if it is not offered (FQU-12). */
export function bulkSizeOf(size: number | null): BulkSize | null {
  return BULK_SIZES.find((offered) => offered === size) ?? null;
}

/**
 * The content of an annotation page's address: the criteria, the position in the queue, or one record (VST-06,
 * design/address.md#annotation).
 */
export type RecordsAddress = {
  readonly criteria: RecordCriteria;
  /** the position in the queue, from 1; in bulk view that of the page's first record */
  readonly page: number;
  /** records on a page of the bulk view; null is focus view */
  readonly size: BulkSize | null;
  /** a record to open whatever its status; the other members say where the queue continues; null: none */
  readonly record: string | null;
};

export const FIRST_ADDRESS: RecordsAddress = { criteria: PENDING_RECORDS, page: 1, size: null, record: null };

/** VST-03, VST-07: the first write on a page opened without a query replaces, so that Back leaves the page in one step. */
export function historyStep(query: string): "push" | "replace" {
  return query.replace(/^\?/, "") === "" ? "replace" : "push";
}
