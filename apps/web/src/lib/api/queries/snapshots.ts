import { comparisonFromWire, snapshotFromWire } from "@postil/contract/datasets/snapshot-mapping";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import "../manager-routes.ts";
import { api } from "../api.ts";

/** How often a list with a snapshot that is being taken is read again, ms. */
const LOOKED_EVERY = 1000;

export const snapshotsKey = (datasetId: string) => ["snapshots", datasetId] as const;

/** The snapshots of a dataset of either family, the latest first. */
export const snapshotsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: snapshotsKey(datasetId),
    queryFn: async ({ signal }) => {
      const query = { dataset_id: datasetId };
      const { items } = await api.call("listSnapshots", { query }, { signal, quiet: true });
      return items.map(snapshotFromWire);
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ taken, error }) => taken === null && error === null) ? LOOKED_EVERY : false,
  });

/** `withId`: null means the dataset as it is now, which is read each time. */
export const comparisonQuery = (snapshotId: string, withId: string | null) =>
  queryOptions({
    queryKey: ["snapshots", "comparison", snapshotId, withId],
    queryFn: async ({ signal }) => {
      const query = withId === null ? {} : { with: withId };
      const params = { snapshot_id: snapshotId };
      return comparisonFromWire(await api.call("compareSnapshots", { params, query }, { signal, quiet: true }));
    },
    placeholderData: keepPreviousData,
    ...(withId === null ? { gcTime: 0 } : {}),
    retry: false,
  });
