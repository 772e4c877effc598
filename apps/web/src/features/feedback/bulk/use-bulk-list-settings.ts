import type { RECORD_HEIGHTS } from "@postil/domain/preferences/definitions";
import { usePreference } from "../../../lib/preferences/store.ts";

type RecordHeight = (typeof RECORD_HEIGHTS)[number];
export type BulkListSettings = ReturnType<typeof useBulkListSettings>;

/** The list settings of a dataset, remembered for the user (design/device.md#preferences, design/bulk.md). */
export function useBulkListSettings(datasetId: string) {
  const [heights, setHeights] = usePreference("bulkHeights");
  const [snap, setSnap] = usePreference("bulkSnap");
  return {
    height: heights[datasetId] ?? "expanded",
    setHeight: (height: RecordHeight) => setHeights({ ...heights, [datasetId]: height }),
    snap,
    setSnap,
  };
}
