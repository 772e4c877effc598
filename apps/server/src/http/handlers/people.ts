import { apiKeyToWire, keysToWire } from "@postil/contract/mapping/api-keys";
import { factsFromWire, personToWire, workToWire } from "@postil/contract/mapping/people";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import type { Person } from "@postil/domain/accounts/people";
import { hashPassword, NO_PASSWORD } from "../../usecases/accounts/passwords.ts";
import type { ChangePerson } from "../../usecases/people/change-person.ts";
import type { RevokePersonKey } from "../../usecases/people/revoke-person-key.ts";
import { requireOwner } from "../../usecases/refuse.ts";
import type { HandlerContext, Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { signedIn } from "../signed-in.ts";

type OnPerson = "replacePersonKey" | "signPersonOut" | "deactivatePerson" | "reactivatePerson" | "deletePerson";

export function peopleHandlers({ store, accounts, lastSeen, keyUses, jobs }: HandlerParts) {
  /** As of now: what was noted last is in memory. */
  const toWire = (person: Person) => personToWire({ ...person, lastSeen: lastSeen.of(person.id) ?? person.lastSeen });
  /** A hash costs more than most calls, and is not made for those who may not set a password. */
  const hashFor = (context: HandlerContext, password: string): Promise<string> => {
    requireOwner(signedIn(context).caller);
    return hashPassword(password);
  };
  const create = accounts.forgetting(async (body: Asked<Routes["createPerson"]>["body"], context: HandlerContext) => {
    const { username, password, password_hash: brought, api_key: apiKey } = body;
    // The contract takes no body with neither.
    const passwordHash = password === undefined ? (brought ?? NO_PASSWORD) : await hashFor(context, password);
    return store.write("createPerson", context.caller, { ...factsFromWire(body), username, passwordHash, apiKey });
  });
  const change = accounts.forgetting((input: ChangePerson, { caller }: HandlerContext) =>
    store.write("changePerson", caller, input),
  );
  const resetPassword = accounts.forgetting(async (userId: string, password: string, context: HandlerContext) => {
    const passwordHash = await hashFor(context, password);
    await store.write("resetPassword", context.caller, { userId, passwordHash });
  });
  /** Calls that name a person and nothing else. */
  const write = <K extends OnPerson>(name: K) =>
    accounts.forgetting((userId: string, { caller }: HandlerContext) => store.write(name, caller, { userId }));
  const [replaceKey, remove, signOut] = [write("replacePersonKey"), write("deletePerson"), write("signPersonOut")];
  const [deactivate, reactivate] = [write("deactivatePerson"), write("reactivatePerson")];
  const revokeKey = accounts.forgetting((key: RevokePersonKey, { caller }: HandlerContext) =>
    store.write("revokePersonKey", caller, key),
  );

  return {
    listPeople: async (_asked, { caller }) => {
      const { people, ask } = await store.read("listPeople", caller, undefined);
      return { items: people.map(toWire), ask };
    },
    countPeopleAnswers: async (_asked, { caller, left }) => {
      const counts = await store.read("countPeopleAnswers", caller, undefined, left);
      return { items: counts.map(({ userId, answers }) => ({ user_id: userId, answers })) };
    },
    createPerson: async ({ body }, context) => toWire(await create(body, context)),
    changePerson: async ({ params, body }, context) => toWire(await change(changeOf(params.user_id, body), context)),
    resetPassword: async ({ params, body }, context) => {
      await resetPassword(params.user_id, body.password, context);
      return null;
    },
    replacePersonKey: async ({ params }, context) => ({ api_key: await replaceKey(params.user_id, context) }),
    listPersonKeys: async ({ params }, { caller }) => {
      await keyUses.flush();
      return keysToWire(await store.read("listPersonKeys", caller, { userId: params.user_id }));
    },
    revokePersonKey: async ({ params }, context) =>
      apiKeyToWire(await revokeKey({ userId: params.user_id, keyId: params.key_id }, context)),
    signPersonOut: async ({ params }, context) => ({ count: await signOut(params.user_id, context) }),
    deactivatePerson: async ({ params }, context) => toWire(await deactivate(params.user_id, context)),
    reactivatePerson: async ({ params }, context) => toWire(await reactivate(params.user_id, context)),
    countPersonWork: async ({ params }, { caller }) =>
      workToWire(await store.read("countPersonWork", caller, { userId: params.user_id })),
    deletePerson: async ({ params }, context) => {
      // In a dataset one goes on at a time, and each is told of once it is done.
      for (const job of await remove(params.user_id, context)) await jobs.finish(job);
      return null;
    },
  } satisfies Partial<Handlers>;
}

function changeOf(userId: string, body: Asked<Routes["changePerson"]>["body"]): ChangePerson {
  const { first_name, last_name, role, workspace_ids, seen } = body;
  const change = { firstName: first_name, lastName: last_name, role, workspaceIds: workspace_ids };
  return { userId, change, seen: seen ? factsFromWire(seen) : null };
}
