import { changeFromWire, preferenceToWire } from "@postil/contract/mapping/preferences";
import type { Member } from "@postil/domain/preferences/merge";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

const toWire = (members: readonly (Member & { readonly name: string })[]) => ({
  items: members.map(({ name, ...member }) => preferenceToWire(name, member)),
});

export function preferenceHandlers({ store }: HandlerParts) {
  return {
    getMyPreferences: async (_asked, { caller }) => toWire(await store.read("getOwnPreferences", caller, undefined)),
    changeMyPreferences: async ({ body }, { caller }) => {
      const changes = body.items.map((item) => ({ name: item.name, ...changeFromWire(item) }));
      return toWire(await store.write("changeOwnPreferences", caller, changes));
    },
  } satisfies Partial<Handlers>;
}
