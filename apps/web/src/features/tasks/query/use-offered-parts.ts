import { useState } from "react";
import { activeFilters, GROUP_IDS, type GroupId, type PartId, partsOf, partsWithValues } from "./parts.ts";
import type { QueryPage } from "./query-page.ts";

/**
 * The parts that records have values for. What was seen once stays on offer: a search that finds little, or nothing, would take
 * away the way back.
 */
export function useOfferedParts({ view, aggregations }: QueryPage, rules: readonly string[]) {
  const [seen, setSeen] = useState<ReadonlySet<PartId>>(new Set());
  const found = aggregations === null ? [] : partsWithValues(aggregations);
  if (found.some((part) => !seen.has(part))) setSeen(new Set([...seen, ...found]));
  const active = activeFilters(view.filters).map(({ part }) => part);
  const offered = new Set<PartId>([...seen, ...active, ...(rules.length > 0 ? (["uncovered_by_rules"] as const) : [])]);
  const parts = (group: GroupId) => partsOf(group).filter((part) => offered.has(part));
  return GROUP_IDS.map((group) => ({ group, parts: parts(group) })).filter(({ parts }) => parts.length > 0);
}
