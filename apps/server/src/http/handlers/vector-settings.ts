import { vectorSettingsToWire } from "@postil/contract/mapping/vector-settings";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function vectorSettingsHandlers({ store, jobs }: HandlerParts) {
  return {
    listVectorSettings: async ({ params }, { caller }) => ({
      items: (await store.read("listVectorSettings", caller, { datasetId: params.dataset_id })).map(
        vectorSettingsToWire,
      ),
    }),
    listVectorsOfRecords: async ({ params, query }, { caller }) => {
      const asked = { datasetId: params.dataset_id, recordIds: query.record_id };
      const items = await store.read("listVectorsOfRecords", caller, asked);
      return { items: items.map(({ recordId, vectors }) => ({ record_id: recordId, vectors: [...vectors] })) };
    },
    createVectorSettings: async ({ params, body }, { caller }) =>
      vectorSettingsToWire(
        await store.write("createVectorSettings", caller, { datasetId: params.dataset_id, ...body }),
      ),
    updateVectorSettings: async ({ params, body }, { caller }) =>
      vectorSettingsToWire(
        await store.write("updateVectorSettings", caller, {
          settingsId: params.vector_settings_id,
          title: body.title,
        }),
      ),
    deleteVectorSettings: async ({ params }, { caller }) => {
      const deleted = await store.write("deleteVectorSettings", caller, { settingsId: params.vector_settings_id });
      jobs.wake();
      return vectorSettingsToWire(deleted);
    },
  } satisfies Partial<Handlers>;
}
