/** Records whose save failures the open page shows itself, in its own words. */
const told = new Set<string>();

export const isReportedByPage = (recordId: string): boolean => told.has(recordId);

export function reportFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.add(recordId);
}

export function stopReportingFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.delete(recordId);
}
