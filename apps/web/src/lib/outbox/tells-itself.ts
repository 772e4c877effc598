/** Records of which the page that is open tells by itself, in its own words, when their save fails. */
const told = new Set<string>();

export const tellsItself = (recordId: string): boolean => told.has(recordId);

export function tellFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.add(recordId);
}

export function leaveFailuresOf(recordIds: Iterable<string>): void {
  for (const recordId of recordIds) told.delete(recordId);
}
