import { historyStep } from "@postil/domain/search/records-address";
import { writeRawQuery } from "./raw-query.ts";

type Narrowed = { readonly search: string };

/** Whether what a list shows now takes the place of its address: a word typed is one step back, not one per letter. */
export function replacesAddress(
  entries: { readonly [name: string]: unknown },
  before: Narrowed,
  after: Narrowed,
): boolean {
  const typing = before.search !== "" && after.search !== "" && after.search !== before.search;
  return typing || historyStep(writeRawQuery(entries)) === "replace";
}
