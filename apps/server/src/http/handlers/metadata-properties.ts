import { metadataMetricsToWire, metadataPropertyToWire } from "@postil/contract/mapping/metadata-properties";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function metadataPropertyHandlers({ store, jobs }: HandlerParts) {
  return {
    listMyMetadataProperties: async ({ params }, { caller }) => {
      const properties = await store.read("listOwnMetadataProperties", caller, { datasetId: params.dataset_id });
      return { items: properties.map(metadataPropertyToWire) };
    },
    createMetadataProperty: async ({ params, body }, { caller }) =>
      metadataPropertyToWire(
        await store.write("createMetadataProperty", caller, {
          datasetId: params.dataset_id,
          name: body.name,
          title: body.title,
          settings: body.settings,
          visibleForAnnotators: body.visible_for_annotators,
        }),
      ),
    updateMetadataProperty: async ({ params, body }, { caller }) =>
      metadataPropertyToWire(
        await store.write("updateMetadataProperty", caller, {
          propertyId: params.metadata_property_id,
          title: body.title,
          visibleForAnnotators: body.visible_for_annotators,
        }),
      ),
    deleteMetadataProperty: async ({ params }, { caller }) => {
      const deleted = await store.write("deleteMetadataProperty", caller, { propertyId: params.metadata_property_id });
      jobs.wake();
      return metadataPropertyToWire(deleted);
    },
    getMetadataPropertyMetrics: async ({ params }, { caller, left }) =>
      metadataMetricsToWire(
        await store.read("getMetadataPropertyMetrics", caller, { propertyId: params.metadata_property_id }, left),
      ),
  } satisfies Partial<Handlers>;
}
