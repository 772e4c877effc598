import {
  apiKeyToWire,
  invitationSeenToWire,
  invitationToWire,
  keysToWire,
  sessionToWire,
} from "@postil/contract/accounts/access-mapping";
import {
  factsFromWire,
  personToWire,
  workspaceOverviewToWire,
  workspaceSummaryToWire,
  workToWire,
} from "@postil/contract/accounts/administration-mapping";
import { userToWire, userToWireV0, workspaceToWire } from "@postil/contract/accounts/mapping";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import type { Person } from "@postil/domain/accounts/people";
import { compareCodePoints } from "@postil/domain/text/characters";
import { timeToText } from "@postil/domain/time";
import { hashPassword, NO_PASSWORD } from "../../usecases/accounts/credentials.ts";
import type { UserWithWorkspaces } from "../../usecases/accounts/users.ts";
import { requireOwner } from "../../usecases/refuse.ts";
import { type HandlerContext, type Handlers, noBody, signedIn } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { requireGoodPassword, requirePasswords } from "../sign-in.ts";

/** The wire form of a user for this caller, in the newer shape. */
function userForCaller(context: HandlerContext) {
  const { caller } = signedIn(context);
  return ({ user }: Pick<UserWithWorkspaces, "user">) => userToWire(caller, user);
}

/** The same in the older shape. */
function userForCallerV0(context: HandlerContext) {
  const { caller } = signedIn(context);
  return ({ user, workspaces }: UserWithWorkspaces) => userToWireV0(caller, user, workspaces);
}

type NamesOfPerson = Pick<Person, "username" | "firstName" | "lastName">;

type NewUserInBody = Pick<Asked<Routes["createUser"]>["body"], "first_name" | "last_name" | "username" | "role">;

const newUser = (body: NewUserInBody, workspaces: readonly string[] | null | undefined) => ({
  firstName: body.first_name,
  lastName: body.last_name ?? null,
  username: body.username,
  role: body.role ?? "annotator",
  workspaces: workspaces ?? [],
});

/** Users as the reference knows them, people as the administration sees them, and invitations. */
export function peopleHandlers(parts: HandlerParts) {
  const { store, accounts, lastSeen, keyUses, jobs, invitations, limits, passwords } = parts;
  const { keepDeletedDays: keepDays } = limits;
  /** A hash is expensive, so it is not made for callers who may not set a password. `person`: null in calls of Argilla. */
  const hashFor = (context: HandlerContext, password: string, person: NamesOfPerson | null = null): Promise<string> => {
    requireOwner(context);
    requireGoodPassword(passwords, password, person);
    return hashPassword(password);
  };
  const create = async (
    body: Asked<Routes["createUser"]>["body"],
    workspaces: readonly string[] | null | undefined,
    context: HandlerContext,
  ) => {
    const passwordHash = await hashFor(context, body.password);
    const asked = { ...newUser(body, workspaces), id: body.id ?? undefined, passwordHash };
    return accounts.write("createUser", context.caller, asked);
  };
  const remove = (userId: string, { caller }: HandlerContext) =>
    accounts.write("deleteUser", caller, { userId, keepDays });

  /** The newest "last seen" times are in memory only, here or at another server. */
  const toWire = (person: Person) => {
    const [noted, stored] = [lastSeen.of(person.id), person.lastSeen];
    return personToWire({ ...person, lastSeen: (noted?.at ?? 0) > (stored?.at ?? 0) ? noted : stored });
  };

  return {
    listUsers: async (_asked, context) => ({
      items: (await store.read("listUsers", context.caller, undefined)).map(userForCaller(context)),
    }),
    getUser: async ({ params }, context) =>
      userForCaller(context)({ user: await store.read("getUser", context.caller, { userId: params.user_id }) }),
    createUser: async ({ body }, context) => userForCaller(context)(await create(body, [], context)),
    updateUser: async ({ params, body }, context) => {
      const { first_name: firstName, last_name: lastName, username, role, password } = body;
      const passwordHash = password == null ? undefined : await hashFor(context, password);
      const change = { firstName, lastName, username, role, passwordHash };
      const user = await accounts.write("updateUser", context.caller, { userId: params.user_id, change });
      return userForCaller(context)({ user });
    },
    deleteUser: async ({ params }, context) => userForCaller(context)(await remove(params.user_id, context)),
    listUserWorkspaces: async ({ params }, { caller }) => ({
      items: (await store.read("listUserWorkspaces", caller, { userId: params.user_id })).map(workspaceToWire),
    }),
    listUsersV0: async (_asked, context) =>
      (await store.read("listUsers", context.caller, undefined)).map(userForCallerV0(context)),
    createUserV0: async ({ body }, context) => userForCallerV0(context)(await create(body, body.workspaces, context)),
    deleteUserV0: async ({ params }, context) => userForCallerV0(context)(await remove(params.user_id, context)),

    listPeople: async (_asked, { caller }) => {
      const { people, ask } = await store.read("listPeople", caller, undefined);
      return { items: people.map(toWire), ask };
    },
    countPeopleAnswers: async (_asked, { caller, left }) => {
      const counts = await store.read("countPeopleAnswers", caller, undefined, left);
      return { items: counts.map(({ userId, answers }) => ({ user_id: userId, answers })) };
    },
    createPerson: async ({ body }, context) => {
      const { username, password, password_hash: brought, api_key: apiKey } = body;
      // The contract refuses a body that has neither.
      const facts = factsFromWire(body);
      const passwordHash =
        password === undefined ? (brought ?? NO_PASSWORD) : await hashFor(context, password, { ...facts, username });
      const asked = { ...facts, username, passwordHash, apiKey };
      return toWire(await accounts.write("createPerson", context.caller, asked));
    },
    changePerson: async ({ params, body }, { caller }) => {
      const { first_name, last_name, role, workspace_ids, seen } = body;
      const change = { firstName: first_name, lastName: last_name, role, workspaceIds: workspace_ids };
      const asked = { userId: params.user_id, change, seen: seen ? factsFromWire(seen) : null };
      return toWire(await accounts.write("changePerson", caller, asked));
    },
    resetPassword: async ({ params, body }, context) => {
      const userId = params.user_id;
      const person = await store.read("getUser", context.caller, { userId });
      requirePasswords(passwords);
      const asked = { userId, passwordHash: await hashFor(context, body.password, person) };
      return noBody(accounts.write("resetPassword", context.caller, asked));
    },
    replacePersonKey: async ({ params }, { caller }) => ({
      api_key: await accounts.write("replacePersonKey", caller, { userId: params.user_id }),
    }),
    listPersonKeys: async ({ params }, { caller }) => {
      await keyUses.flush();
      return keysToWire(await store.read("listPersonKeys", caller, { userId: params.user_id }));
    },
    revokePersonKey: async ({ params }, { caller }) => {
      const asked = { userId: params.user_id, keyId: params.key_id };
      return apiKeyToWire(await accounts.write("revokePersonKey", caller, asked));
    },
    listPersonSessions: async ({ params }, { caller }) => ({
      items: (await store.read("listPersonSessions", caller, { userId: params.user_id })).map(sessionToWire),
    }),
    endPersonSession: ({ params }, { caller }) =>
      noBody(accounts.write("endPersonSession", caller, { userId: params.user_id, session: params.session_id })),
    signPersonOut: async ({ params }, { caller }) => ({
      count: await accounts.write("signPersonOut", caller, { userId: params.user_id }),
    }),
    deactivatePerson: async ({ params }, { caller }) =>
      toWire(await accounts.write("deactivatePerson", caller, { userId: params.user_id })),
    reactivatePerson: async ({ params }, { caller }) =>
      toWire(await accounts.write("reactivatePerson", caller, { userId: params.user_id })),
    countPersonWork: async ({ params }, { caller }) =>
      workToWire(await store.read("countPersonWork", caller, { userId: params.user_id })),
    deletePerson: async ({ params }, { caller }) => {
      // In each dataset one deletion runs at a time. The reply is sent when all of them are done.
      for (const job of await accounts.write("deletePerson", caller, { userId: params.user_id, keepDays }))
        await jobs.finish(job);
      return null;
    },

    createInvitation: async ({ body }, { caller }) => {
      const asked = {
        ...newUser(body, body.workspaces),
        id: body.id ?? undefined,
        days: body.days ?? USUAL_INVITATION_DAYS,
      };
      return invitationToWire(await accounts.write("createInvitation", caller, asked));
    },
    createInvitations: async ({ body }, { caller }) => {
      const people = body.people.map(({ code, ...person }) => ({ ...newUser(person, person.workspaces), code }));
      const asked = { people, days: body.days ?? USUAL_INVITATION_DAYS };
      const invited = await accounts.write("createInvitations", caller, asked);
      return {
        items: invited.map(({ username, refused, expiresAt }) => ({
          username,
          expires_at: expiresAt === null ? null : timeToText(expiresAt),
          refused,
        })),
      };
    },
    findTakenUsernames: async ({ body }, { caller }) => ({
      items: await store.read("findTakenUsernames", caller, body),
    }),
    inviteUser: async ({ params, body }, { caller }) => {
      const asked = { userId: params.user_id, days: body.days ?? USUAL_INVITATION_DAYS };
      return invitationToWire(await store.write("inviteUser", caller, asked));
    },
    withdrawInvitation: ({ params }, { caller }) =>
      noBody(store.write("withdrawInvitation", caller, { userId: params.user_id })),
    readInvitation: async ({ body }, { from }) => invitationSeenToWire(await invitations.read(body.code, from)),
    acceptInvitation: ({ body }, { from }) => invitations.accept(body, from),
  } satisfies Partial<Handlers>;
}

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  compareCodePoints(one.name, other.name);

type PathOfUser = { readonly workspace_id: string; readonly user_id: string };
const membership = (path: PathOfUser) => ({ workspaceId: path.workspace_id, userId: path.user_id });

export function workspaceHandlers({ store, accounts, webhooks }: HandlerParts) {
  const create = ({ id, name }: Asked<Routes["createWorkspace"]>["body"], { caller }: HandlerContext) =>
    accounts.write("createWorkspace", caller, { id: id ?? undefined, name });
  const users = (workspaceId: string, { caller }: HandlerContext) =>
    store.read("listWorkspaceUsers", caller, { workspaceId });
  const removeUser = (path: PathOfUser, { caller }: HandlerContext) =>
    accounts.write("removeWorkspaceUser", caller, membership(path));

  return {
    getWorkspace: async ({ params }, { caller }) =>
      workspaceToWire(await store.read("getWorkspace", caller, { workspaceId: params.workspace_id })),
    createWorkspace: async ({ body }, context) => workspaceToWire(await create(body, context)),
    deleteWorkspace: async ({ params }, { caller }) => {
      const deleted = await accounts.write("deleteWorkspace", caller, { workspaceId: params.workspace_id });
      webhooks.sweep();
      return workspaceToWire(deleted);
    },
    listWorkspaceUsers: async ({ params }, context) => ({
      items: (await users(params.workspace_id, context)).map(userForCaller(context)),
    }),
    addWorkspaceUser: async ({ params, body }, context) => {
      const asked = { workspaceId: params.workspace_id, userId: body.user_id, userNamedBy: "body" } as const;
      return userForCaller(context)(await accounts.write("addWorkspaceUser", context.caller, asked));
    },
    removeWorkspaceUser: async ({ params }, context) => userForCaller(context)(await removeUser(params, context)),

    listWorkspacesV0: async (_asked, context) => context.workspaces.toSorted(byName).map(workspaceToWire),
    createWorkspaceV0: async ({ body }, context) => workspaceToWire(await create(body, context)),
    listWorkspaceUsersV0: async ({ params }, context) =>
      (await users(params.workspace_id, context)).map(userForCallerV0(context)),
    addWorkspaceUserV0: async ({ params }, context) => {
      const asked = { ...membership(params), userNamedBy: "path" } as const;
      return userForCallerV0(context)(await accounts.write("addWorkspaceUser", context.caller, asked));
    },
    removeWorkspaceUserV0: async ({ params }, context) => userForCallerV0(context)(await removeUser(params, context)),

    listWorkspaces: async (_asked, { caller }) => {
      const { workspaces, people } = await store.read("listWorkspaces", caller, undefined);
      return { items: workspaces.map(workspaceSummaryToWire), people };
    },
    countAnswersOfWorkspaces: async (_asked, { caller }) => {
      const found = await store.read("countAnswersOfWorkspaces", caller, undefined);
      return { items: found.map(({ workspaceId, answers }) => ({ workspace_id: workspaceId, answers })) };
    },
    countAnswersInWorkspace: async ({ params }, { caller }) => {
      const found = await store.read("countAnswersInWorkspace", caller, { workspaceId: params.workspace_id });
      return { items: found.map(({ userId, answers }) => ({ user_id: userId, answers })) };
    },
    getWorkspaceOverview: async ({ params }, { caller }) =>
      workspaceOverviewToWire(await store.read("getWorkspaceOverview", caller, { workspaceId: params.workspace_id })),
    renameWorkspace: async ({ params, body }, { caller }) => {
      const asked = { workspaceId: params.workspace_id, name: body.name };
      return workspaceToWire(await accounts.write("renameWorkspace", caller, asked));
    },
  } satisfies Partial<Handlers>;
}
