import { countsAsMember } from "@postil/domain/accounts/policies";
import { WORKSPACE_NAME, WORKSPACE_NAME_RULE } from "@postil/domain/datasets/names";
import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import { subCommands, table } from "./command.ts";
import { findUser, findWorkspace, refusedAs } from "./find.ts";
import { onServer } from "./with-server.ts";

export const WORKSPACES_USAGE = `postil workspaces list
postil workspaces create NAME
postil workspaces add-user WORKSPACE USERNAME
postil workspaces remove-user WORKSPACE USERNAME
postil workspaces members WORKSPACE
postil workspaces rename WORKSPACE NAME
postil workspaces delete WORKSPACE`;

type Membership = { readonly workspace_id: string; readonly user_id: string };

/** Changes who is a member of a workspace. `change` returns the line to print. */
const membership = (change: (call: Call, ids: Membership, workspace: string, username: string) => Promise<string>) =>
  onServer(["WORKSPACE", "USERNAME"], ([workspace, username]) => async ({ call }) => {
    const { id } = await findWorkspace(call, workspace);
    const user = await findUser(call, username);
    // The API would accept an owner, but the membership would have no effect.
    if (!countsAsMember(user))
      throw new StartFailure(`${username} is an owner: they reach every workspace and are members of none.`);
    return change(call, { workspace_id: id, user_id: user.id }, workspace, username);
  });

export const addMember = membership(async (call, { workspace_id, user_id }, workspace, username) => {
  const added = call("addWorkspaceUser", { params: { workspace_id }, body: { user_id } });
  await refusedAs(409, `${username} is in workspace ${workspace} already.`, added);
  return `${username} is now in workspace ${workspace}.`;
});

export const removeMember = membership(async (call, params, workspace, username) => {
  await refusedAs(404, `${username} is not in workspace ${workspace}.`, call("removeWorkspaceUser", { params }));
  return `${username} is no longer in workspace ${workspace}; account and answers stay.`;
});

const taken = (name: string): string =>
  `There is a workspace "${name}" already; \`postil workspaces list\` shows those there are.`;

function newWorkspaceName(word: string): string {
  if (WORKSPACE_NAME.pattern.test(word)) return word;
  throw new StartFailure(`"${word}" is no name of a workspace: ${WORKSPACE_NAME_RULE}.`);
}

export const workspaces = subCommands(WORKSPACES_USAGE, {
  list: onServer([], () => async ({ call }) => {
    const { items } = await call("listMyWorkspaces", {});
    const rows = await Promise.all(
      items.map(async ({ id, name }) => {
        const users = await call("listWorkspaceUsers", { params: { workspace_id: id } });
        const members = users.items.filter(countsAsMember);
        return [name, members.map(({ username }) => username).join(", ")];
      }),
    );
    return table([["workspace", "members"], ...rows]);
  }),
  create: onServer(["NAME"], ([word]) => {
    const name = newWorkspaceName(word);
    return async ({ call }) => {
      await refusedAs(409, taken(name), call("createWorkspace", { body: { name } }));
      return `Created workspace ${name}.`;
    };
  }),
  "add-user": addMember,
  "remove-user": removeMember,
  members: onServer(["WORKSPACE"], ([name]) => async ({ call }) => {
    const { id } = await findWorkspace(call, name);
    const overview = await call("getWorkspaceOverview", { params: { workspace_id: id } });
    const rows = overview.members.map(({ username, role, state }) => [username, role, state]);
    return table([["username", "role", "state"], ...rows]);
  }),
  rename: onServer(["WORKSPACE", "NAME"], ([before, word]) => {
    const name = newWorkspaceName(word);
    return async ({ call }) => {
      const { id } = await findWorkspace(call, before);
      // Checked first, because a 409 can also be about task datasets, which the server's message names.
      const { items } = await call("listMyWorkspaces", {});
      if (items.some((other) => other.name === name && other.id !== id)) throw new StartFailure(taken(name));
      await call("renameWorkspace", { params: { workspace_id: id }, body: { name } });
      return `Workspace ${before} is now ${name}.`;
    };
  }),
  delete: onServer(["WORKSPACE"], ([name]) => async ({ call }) => {
    const params = { workspace_id: (await findWorkspace(call, name)).id };
    const { datasets } = await call("getWorkspaceOverview", { params });
    if (datasets.length > 0)
      throw new StartFailure(
        `Workspace ${name} is not empty; delete its datasets first: ${datasets.map((dataset) => dataset.name).join(", ")}.`,
      );
    await call("deleteWorkspace", { params });
    return `Deleted workspace ${name}; its members keep their accounts and answers.`;
  }),
});
