import { flagToWire } from "@postil/contract/mapping/flags";
import { savedViewToWire } from "@postil/contract/mapping/saved-views";
import type { OwnFlags } from "../../usecases/own/flags.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

const flagsToWire = ({ flags, total }: OwnFlags) => ({ items: flags.map(flagToWire), total });

export function flagHandlers({ store }: HandlerParts) {
  return {
    listMyFlags: async ({ params, query }, { caller }) =>
      flagsToWire(await store.read("listOwnFlags", caller, { datasetId: params.dataset_id, ...query })),
    flagRecord: async ({ params }, { caller }) =>
      flagToWire(await store.write("flagRecord", caller, { recordId: params.record_id })),
    unflagRecord: async ({ params }, { caller }) => {
      await store.write("unflagRecord", caller, { recordId: params.record_id });
      return null;
    },
    listMyTaskFlags: async (asked, { caller }) => {
      const { offset, limit } = asked.query;
      return flagsToWire(await store.read("listOwnTaskFlags", caller, { ...taskDatasetAt(asked), offset, limit }));
    },
    flagTaskRecord: async (asked, { caller }) =>
      flagToWire(await store.write("flagTaskRecord", caller, { ...taskDatasetAt(asked), id: asked.params.id })),
    unflagTaskRecord: async (asked, { caller }) => {
      await store.write("unflagTaskRecord", caller, { ...taskDatasetAt(asked), id: asked.params.id });
      return null;
    },
  } satisfies Partial<Handlers>;
}

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
