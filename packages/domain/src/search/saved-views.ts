import type { TextLimits } from "../datasets/names.ts";
import type { Micros } from "../time.ts";
import { readFeedbackAddress, writeCriteria } from "./feedback-address.ts";

/**
 * Records to look at again, under a name of the user's own: the query of the annotation page's address
 * (design/filters.md#views, design/task-search.md#views).
 */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  /** Of a task dataset `workspace.name`. */
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** Of one user in one dataset. */
export const MOST_VIEWS = 100;
export const VIEW_NAME = { min: 1, max: 100 } as const satisfies TextLimits;
/** Room for 50 filters with a value or two each; as it stands in an address, where the fragment begins with `#`. */
export const VIEW_QUERY = { min: 1, max: 8000, pattern: /^[^#\s]+$/ } as const satisfies TextLimits;

/**
 * What of an address's query a view of a feedback dataset keeps: which records are shown, in Postil's own spelling, and not where
 * one is among them. Empty where a page opened without a query shows the same: there is nothing to give a name to.
 */
export const viewQuery = (query: string): string => writeCriteria(readFeedbackAddress(query).criteria);
