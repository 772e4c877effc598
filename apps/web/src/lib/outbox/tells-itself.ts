/** Datasets whose page is open and tells of the saves that fail there in its own words. */
const open = new Set<string>();

export const tellsItself = (datasetId: string): boolean => open.has(datasetId);

/** Returns the way to end it. */
export function tellFailuresOf(datasetId: string): () => void {
  open.add(datasetId);
  return () => void open.delete(datasetId);
}
