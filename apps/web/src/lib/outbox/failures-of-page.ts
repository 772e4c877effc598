/** Records of which the page that is open tells by itself, in its own words, when their save fails. */
const told = new Set<string>();

export const isReportedByPage = (recordId: string): boolean => told.has(recordId);

export function reportFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.add(recordId);
}

export function stopReportingFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.delete(recordId);
}
