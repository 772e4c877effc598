import type { RecordCriteria } from "./record-criteria.ts";

/** Whether the criteria name anything of their dataset, so that they can be wrong about it. */
export function refersToDataset({ text, filters, sort, similarity }: RecordCriteria): boolean {
  const sortsByPart = sort.some(({ scope }) => scope.entity !== "record");
  return (text !== null && text.field !== null) || filters.length > 0 || sortsByPart || similarity !== null;
}
