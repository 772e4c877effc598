import { flagToWire } from "@postil/contract/mapping/flags";
import type { OwnFlags } from "../../usecases/flags/own-flags.ts";
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
