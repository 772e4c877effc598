import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function pictureHostHandlers({ store }: HandlerParts) {
  return {
    listPictureHosts: async ({ params }, { caller }) => ({
      items: [...(await store.read("listPictureHosts", caller, { datasetId: params.dataset_id }))],
    }),
    setPictureHosts: async ({ params, body }, { caller }) => ({
      items: [...(await store.write("setPictureHosts", caller, { datasetId: params.dataset_id, hosts: body.items }))],
    }),
  } satisfies Partial<Handlers>;
}
