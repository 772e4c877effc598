import { savedViewToWire } from "@postil/contract/mapping/saved-views";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

export function savedViewHandlers({ store }: HandlerParts) {
  return {
    listMyViews: async ({ params }, { caller }) => ({
      items: (await store.read("listOwnViews", caller, { datasetId: params.dataset_id })).map(savedViewToWire),
    }),
    createView: async ({ params, body }, { caller }) =>
      savedViewToWire(await store.write("createView", caller, { datasetId: params.dataset_id, ...body })),
    listMyTaskViews: async (asked, { caller }) => ({
      items: (await store.read("listOwnTaskViews", caller, taskDatasetAt(asked))).map(savedViewToWire),
    }),
    createTaskView: async (asked, { caller }) =>
      savedViewToWire(await store.write("createTaskView", caller, { at: taskDatasetAt(asked), view: asked.body })),
    updateView: async ({ params, body }, { caller }) =>
      savedViewToWire(await store.write("updateView", caller, { viewId: params.view_id, ...body })),
    deleteView: async ({ params }, { caller }) =>
      savedViewToWire(await store.write("deleteView", caller, { viewId: params.view_id })),
  } satisfies Partial<Handlers>;
}
