import { comparisonFromWire, snapshotFromWire } from "@postil/contract/datasets/snapshot-mapping";
import { keepPreviousData } from "@tanstack/react-query";
import "../manager-routes.ts";
import { quietQuery } from "../quiet-query.ts";

/** How often a list with a snapshot that is being taken is read again, ms. */
const LOOKED_EVERY = 1000;

export const snapshotsKey = (datasetId: string) => ["snapshots", datasetId] as const;

/** The snapshots of a dataset of either family, the latest first. */
export const snapshotsQuery = (datasetId: string) =>
  quietQuery(
    snapshotsKey(datasetId),
    "listSnapshots",
    { query: { dataset_id: datasetId } },
    ({ items }) => items.map(snapshotFromWire),
    {
      refetchInterval: ({ state }) =>
        state.data?.some(({ taken, error }) => taken === null && error === null) ? LOOKED_EVERY : false,
    },
  );

/** `withId`: null means the dataset as it is now, which is read each time. */
export const comparisonQuery = (snapshotId: string, withId: string | null) =>
  quietQuery(
    ["snapshots", "comparison", snapshotId, withId],
    "compareSnapshots",
    { params: { snapshot_id: snapshotId }, query: withId === null ? {} : { with: withId } },
    comparisonFromWire,
    { placeholderData: keepPreviousData, ...(withId === null ? { gcTime: 0 } : {}), retry: false },
  );
