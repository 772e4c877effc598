import type { RecordCriteria } from "./record-criteria.ts";

/** True if the criteria name a part of their dataset, which may then be unknown. */
export function refersToDataset({ text, filters, sort, similarity }: RecordCriteria): boolean {
  const sortsByPart = sort.some(({ scope }) => scope.entity !== "record");
  return (text !== null && text.field !== null) || filters.length > 0 || sortsByPart || similarity !== null;
}
