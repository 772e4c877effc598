import { historyStep } from "@postil/domain/search/records-address";
import { writeRawQuery } from "./raw-query.ts";

type Narrowed = { readonly search: string };

/** True if the new filters replace the current history entry. A typed word is then one step back, not one per letter. */
export function replacesAddress(
  entries: { readonly [name: string]: unknown },
  before: Narrowed,
  after: Narrowed,
): boolean {
  const typing = before.search !== "" && after.search !== "" && after.search !== before.search;
  return typing || historyStep(writeRawQuery(entries)) === "replace";
}
