import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function importHandlers({ store, jobs }: HandlerParts) {
  return {
    beginImport: async ({ params, body }, { caller }) => {
      await store.write("beginImport", caller, { importId: params.import_id, datasetId: body.dataset_id });
      return null;
    },
    endImport: async ({ params }, { caller }) => {
      await store.write("endImport", caller, { importId: params.import_id });
      return null;
    },
    takeBackImport: async ({ params }, { caller }) => {
      await store.write("takeBackImport", caller, { importId: params.import_id });
      jobs.wake();
      return null;
    },
  } satisfies Partial<Handlers>;
}
