import type { TextLimits } from "../datasets/names.ts";
import type { Micros } from "../time.ts";
import { readFeedbackAddress, writeCriteria } from "./feedback-address.ts";

/** `query` is that of the page's address (design/filters.md#views, design/task-search.md#views). */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  /** `workspace.name` for a task dataset. */
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

export const MOST_VIEWS = 100;
export const VIEW_NAME = { min: 1, max: 100 } as const satisfies TextLimits;
/** Enough for 50 filters with one or two values each. In an address, `#` begins the fragment. */
export const VIEW_QUERY = { min: 1, max: 8000, pattern: /^[^#\s]+$/ } as const satisfies TextLimits;

/**
 * The part of an address's query that a view of a feedback dataset keeps: the criteria in Postil's own spelling,
 * without the position in the queue. Empty if a page without a query shows the same records: there is nothing to save.
 */
export const viewQuery = (query: string): string => writeCriteria(readFeedbackAddress(query).criteria);
