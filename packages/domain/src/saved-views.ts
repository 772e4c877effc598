import type { Micros } from "./entities.ts";
import type { TextLimits } from "./names.ts";

/** Records to look at again, under a name of the user's own: the query of the annotation page's address (screens 5.4). */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};

/** Of one user in one dataset. */
export const MOST_VIEWS = 100;
export const VIEW_NAME = { min: 1, max: 100 } as const satisfies TextLimits;
/** Room for 50 filters with a value or two each; as it stands in an address, where the fragment begins with `#`. */
export const VIEW_QUERY = { min: 1, max: 8000, pattern: /^[^#\s]+$/ } as const satisfies TextLimits;

/** Where one is among the records is no part of which records are shown. */
const PLACE = new Set(["page", "record"]);

/**
 * What of an address's query a view keeps, letter for letter: not the place, no empty entries, not the status pending, which is
 * where everybody begins. Empty: there is nothing to give a name to.
 */
export function viewQuery(query: string): string {
  return query
    .replace(/^\?/, "")
    .split("&")
    .filter((entry) => {
      const [name = "", value = ""] = entry.split("=", 2);
      return value !== "" && !PLACE.has(name) && entry !== "status=pending";
    })
    .join("&");
}

/** Whether two queries show the same records: the order of their entries and the way they are encoded do not matter. */
export function isSameView(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

function normalized(query: string): string {
  const entries = [...new URLSearchParams(viewQuery(query))].map((entry) => JSON.stringify(entry));
  return entries.sort().join();
}
