import { comparisonToWire, snapshotToWire } from "@postil/contract/datasets/snapshot-mapping";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

/** Snapshots of datasets of both families; they are exported as datasets are (exports.ts). */
export function snapshotHandlers({ store, jobs, snapshots }: HandlerParts) {
  return {
    listSnapshots: async ({ query }, { caller }) => ({
      items: (await store.read("listSnapshots", caller, { datasetId: query.dataset_id })).map(snapshotToWire),
    }),
    takeSnapshot: async ({ body }, { caller }) => {
      const { dataset_id: datasetId, name } = body;
      const made = await store.write("takeSnapshot", caller, { datasetId, name, room: snapshots.room });
      jobs.wake();
      return snapshotToWire(made);
    },
    compareSnapshots: async ({ params, query }, { caller, left }) => {
      const { folder } = snapshots;
      const wish = { snapshotId: params.snapshot_id, withId: query.with ?? null, folder };
      return comparisonToWire(await store.read("compareSnapshots", caller, wish, left));
    },
    deleteSnapshot: async ({ params }, { caller }) => {
      await store.write("deleteSnapshot", caller, { snapshotId: params.snapshot_id });
      await snapshots.sweep();
      return null;
    },
  } satisfies Partial<Handlers>;
}
