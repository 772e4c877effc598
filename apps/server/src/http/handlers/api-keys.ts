import { apiKeyToWire, keysToWire } from "@postil/contract/mapping/api-keys";
import type { Caller } from "../../storage/store.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function apiKeyHandlers({ store, accounts, keyUses }: HandlerParts) {
  const revoke = accounts.forgetting((keyId: string, caller: Caller | null) =>
    store.write("deleteOwnApiKey", caller, { keyId }),
  );
  const replaceFirst = accounts.forgetting((ending: string, caller: Caller | null) =>
    store.write("replaceOwnFirstKey", caller, { ending }),
  );

  return {
    listMyApiKeys: async (_asked, { caller }) => {
      await keyUses.flush();
      return keysToWire(await store.read("listOwnApiKeys", caller, undefined));
    },
    createMyApiKey: async ({ body }, { caller }) => {
      const { made, key } = await store.write("createOwnApiKey", caller, { name: body.name, days: body.days ?? null });
      return { ...apiKeyToWire(made), key };
    },
    deleteMyApiKey: async ({ params }, { caller }) => apiKeyToWire(await revoke(params.key_id, caller)),
    replaceMyApiKey: async ({ body }, { caller }) => ({ api_key: await replaceFirst(body.ending, caller) }),
  } satisfies Partial<Handlers>;
}
