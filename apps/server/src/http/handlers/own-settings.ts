import { apiKeyToWire, keysToWire } from "@postil/contract/mapping/api-keys";
import { changeFromWire, preferenceToWire } from "@postil/contract/mapping/preferences";
import type { Member } from "@postil/domain/preferences/merge";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

const preferencesToWire = (members: readonly (Member & { readonly name: string })[]) => ({
  items: members.map(({ name, ...member }) => preferenceToWire(name, member)),
});

/** The caller's own keys, password and preferences. */
export function ownSettingsHandlers({ store, accounts, keyUses, ownPassword }: HandlerParts) {
  return {
    listMyApiKeys: async (_asked, { caller }) => {
      await keyUses.flush();
      return keysToWire(await store.read("listOwnApiKeys", caller, undefined));
    },
    createMyApiKey: async ({ body }, { caller }) => {
      const { made, key } = await store.write("createOwnApiKey", caller, { name: body.name, days: body.days ?? null });
      return { ...apiKeyToWire(made), key };
    },
    deleteMyApiKey: async ({ params }, { caller }) =>
      apiKeyToWire(await accounts.write("deleteOwnApiKey", caller, { keyId: params.key_id })),
    replaceMyApiKey: async ({ body }, { caller }) => ({
      api_key: await accounts.write("replaceOwnFirstKey", caller, { ending: body.ending }),
    }),

    getMyPassword: (_asked, { caller }) => store.read("getOwnPassword", caller, undefined),
    changeMyPassword: async ({ body }, context) => {
      await ownPassword.change(body, context);
      return null;
    },

    getMyPreferences: async (_asked, { caller }) =>
      preferencesToWire(await store.read("getOwnPreferences", caller, undefined)),
    changeMyPreferences: async ({ body }, { caller }) => {
      const changes = body.items.map((item) => ({ name: item.name, ...changeFromWire(item) }));
      return preferencesToWire(await store.write("changeOwnPreferences", caller, changes));
    },
  } satisfies Partial<Handlers>;
}
