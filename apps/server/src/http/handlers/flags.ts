import { flagToWire } from "@postil/contract/mapping/flags";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function flagHandlers({ store }: HandlerParts) {
  return {
    listMyFlags: async ({ params, query }, { caller }) => {
      const { flags, total } = await store.read("listOwnFlags", caller, { datasetId: params.dataset_id, ...query });
      return { items: flags.map(flagToWire), total };
    },
    flagRecord: async ({ params }, { caller }) =>
      flagToWire(await store.write("flagRecord", caller, { recordId: params.record_id })),
    unflagRecord: async ({ params }, { caller }) => {
      await store.write("unflagRecord", caller, { recordId: params.record_id });
      return null;
    },
  } satisfies Partial<Handlers>;
}
