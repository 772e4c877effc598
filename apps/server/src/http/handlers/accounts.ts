import { userToWire, userToWireV0, workspaceToWire } from "@postil/contract/mapping";
import type { User } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import type { Handlers, Visit } from "../handler.ts";
import type { HandlerParts } from "../handlers.ts";

const known = ({ user }: Visit): User => {
  if (!user) throw new Refusal("unauthorized", "Could not validate credentials");
  return user;
};

export function accountHandlers({ store }: HandlerParts) {
  return {
    createToken: async () => {
      throw new Refusal("unauthorized", "not yet");
    },
    createTokenV0: async () => {
      throw new Refusal("unauthorized", "not yet");
    },
    getMe: async (_asked, visit) => userToWire(known(visit)),
    getMeV0: async (_asked, visit) => {
      const workspaces = await store.read("listOwnWorkspaces", visit.caller, undefined);
      return userToWireV0(
        known(visit),
        workspaces.map((workspace) => workspace.name),
      );
    },
    listMyWorkspaces: async (_asked, visit) => {
      const workspaces = await store.read("listOwnWorkspaces", visit.caller, undefined);
      return { items: workspaces.map(workspaceToWire) };
    },
  } satisfies Partial<Handlers>;
}
