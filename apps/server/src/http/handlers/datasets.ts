import { datasetToWire } from "@postil/contract/mapping/datasets";
import { ownMetricsToWire, progressToWire } from "@postil/contract/mapping/progress";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function datasetHandlers({ store, jobs }: HandlerParts) {
  return {
    listMyDatasets: async ({ query }, { caller }) => {
      const datasets = await store.read("listOwnDatasets", caller, { workspaceId: query.workspace_id ?? null });
      return { items: datasets.map(datasetToWire) };
    },
    createDataset: async ({ body }, { caller }) =>
      datasetToWire(
        await store.write("createDataset", caller, {
          name: body.name,
          guidelines: body.guidelines ?? null,
          allowExtraMetadata: body.allow_extra_metadata,
          workspaceId: body.workspace_id,
        }),
      ),
    getDataset: async ({ params }, { caller }) =>
      datasetToWire(await store.read("getDataset", caller, { datasetId: params.dataset_id })),
    updateDataset: async ({ params, body }, { caller }) =>
      datasetToWire(
        await store.write("updateDataset", caller, {
          datasetId: params.dataset_id,
          name: body.name,
          guidelines: body.guidelines,
          allowExtraMetadata: body.allow_extra_metadata,
        }),
      ),
    publishDataset: async ({ params }, { caller }) =>
      datasetToWire(await store.write("publishDataset", caller, { datasetId: params.dataset_id })),
    deleteDataset: async ({ params }, { caller }) => {
      const deleted = await store.write("deleteDataset", caller, { datasetId: params.dataset_id });
      jobs.wake();
      return datasetToWire(deleted);
    },

    getMyDatasetMetrics: async ({ params }, { caller }) =>
      ownMetricsToWire(await store.read("getOwnMetrics", caller, { datasetId: params.dataset_id })),
    getDatasetProgress: async ({ params }, { caller }) =>
      progressToWire(await store.read("getTeamProgress", caller, { datasetId: params.dataset_id })),
    countDatasetResponses: ({ params }, { caller }) =>
      store.read("countResponses", caller, { datasetId: params.dataset_id }),

    listPictureHosts: async ({ params }, { caller }) => ({
      items: [...(await store.read("listPictureHosts", caller, { datasetId: params.dataset_id }))],
    }),
    setPictureHosts: async ({ params, body }, { caller }) => ({
      items: [...(await store.write("setPictureHosts", caller, { datasetId: params.dataset_id, hosts: body.items }))],
    }),
  } satisfies Partial<Handlers>;
}
