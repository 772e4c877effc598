import { ownMetricsToWire, progressToWire } from "@postil/contract/mapping/progress";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function progressHandlers({ store }: HandlerParts) {
  return {
    getMyDatasetMetrics: async ({ params }, { caller }) =>
      ownMetricsToWire(await store.read("getOwnMetrics", caller, { datasetId: params.dataset_id })),
    getDatasetProgress: async ({ params }, { caller }) =>
      progressToWire(await store.read("getTeamProgress", caller, { datasetId: params.dataset_id })),
    countDatasetResponses: ({ params }, { caller }) =>
      store.read("countResponses", caller, { datasetId: params.dataset_id }),
  } satisfies Partial<Handlers>;
}
