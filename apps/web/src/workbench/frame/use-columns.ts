import { type Split, useSplit } from "../../ui/split-handle.tsx";

/** Share of the record's column beside the questions (design/device.md#preferences); the foot stands in the same columns. */
const COLUMNS = 0.6;

export function useColumns(datasetId: string): Split {
  return useSplit(`${datasetId}/record-questions`, COLUMNS);
}

/** Two grid tracks of which the first has the share. */
export function tracks(share: number): string {
  return `minmax(0, ${share}fr) minmax(0, ${1 - share}fr)`;
}
