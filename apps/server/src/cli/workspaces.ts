import { countsAsMember } from "@postil/domain/accounts/policies";
import { WORKSPACE_NAME, WORKSPACE_NAME_RULE } from "@postil/domain/datasets/names";
import { StartFailure } from "../start-failure.ts";
import type { Command, Surroundings } from "./command.ts";
import { findWorkspace } from "./find.ts";
import { addTo, removeFrom } from "./memberships.ts";
import { positionals } from "./read-arguments.ts";
import { refusedAs } from "./refused-as.ts";
import { subCommands } from "./sub-commands.ts";
import { table } from "./table.ts";
import { withServer } from "./with-server.ts";

export const WORKSPACES_USAGE = `postil workspaces list
postil workspaces create NAME
postil workspaces add-user WORKSPACE USERNAME
postil workspaces remove-user WORKSPACE USERNAME
postil workspaces members WORKSPACE
postil workspaces rename WORKSPACE NAME
postil workspaces delete WORKSPACE`;

async function list(args: readonly string[], around: Surroundings): Promise<number> {
  positionals(args, [], WORKSPACES_USAGE);
  return withServer(around, async ({ call }) => {
    const { items } = await call("listMyWorkspaces", {});
    const rows = await Promise.all(
      items.map(async ({ id, name }) => {
        const users = await call("listWorkspaceUsers", { params: { workspace_id: id } });
        const members = users.items.filter(countsAsMember);
        return [name, members.map(({ username }) => username).join(", ")];
      }),
    );
    for (const line of table([["workspace", "members"], ...rows])) around.print(line);
    return 0;
  });
}

const taken = (name: string): string =>
  `There is a workspace "${name}" already; \`postil workspaces list\` shows those there are.`;

async function create(args: readonly string[], around: Surroundings): Promise<number> {
  const name = newWorkspaceName(positionals(args, ["NAME"], WORKSPACES_USAGE)[0]);
  return withServer(around, async ({ call }) => {
    await refusedAs(409, taken(name), call("createWorkspace", { body: { name } }));
    around.print(`Created workspace ${name}.`);
    return 0;
  });
}

async function members(args: readonly string[], around: Surroundings): Promise<number> {
  const [name] = positionals(args, ["WORKSPACE"], WORKSPACES_USAGE);
  return withServer(around, async ({ call }) => {
    const { id } = await findWorkspace(call, name);
    const overview = await call("getWorkspaceOverview", { params: { workspace_id: id } });
    const rows = overview.members.map(({ username, role, state }) => [username, role, state]);
    for (const line of table([["username", "role", "state"], ...rows])) around.print(line);
    return 0;
  });
}

async function rename(args: readonly string[], around: Surroundings): Promise<number> {
  const [before, word] = positionals(args, ["WORKSPACE", "NAME"], WORKSPACES_USAGE);
  const name = newWorkspaceName(word);
  return withServer(around, async ({ call }) => {
    const { id } = await findWorkspace(call, before);
    // Checked first, because a 409 can also be about task datasets, which the server's message names.
    const { items } = await call("listMyWorkspaces", {});
    if (items.some((other) => other.name === name && other.id !== id)) throw new StartFailure(taken(name));
    await call("renameWorkspace", { params: { workspace_id: id }, body: { name } });
    around.print(`Workspace ${before} is now ${name}.`);
    return 0;
  });
}

async function remove(args: readonly string[], around: Surroundings): Promise<number> {
  const [name] = positionals(args, ["WORKSPACE"], WORKSPACES_USAGE);
  return withServer(around, async ({ call }) => {
    const { id } = await findWorkspace(call, name);
    const { datasets } = await call("getWorkspaceOverview", { params: { workspace_id: id } });
    if (datasets.length > 0)
      throw new StartFailure(
        `Workspace ${name} is not empty; delete its datasets first: ${datasets.map((dataset) => dataset.name).join(", ")}.`,
      );
    await call("deleteWorkspace", { params: { workspace_id: id } });
    around.print(`Deleted workspace ${name}; its members keep their accounts and answers.`);
    return 0;
  });
}

/** `postil workspaces ...` */
export const workspaces: Command = subCommands(
  {
    list,
    create,
    "add-user": addTo(WORKSPACES_USAGE),
    "remove-user": removeFrom(WORKSPACES_USAGE),
    members,
    rename,
    delete: remove,
  },
  WORKSPACES_USAGE,
);

/** Checks the name of a new workspace. */
function newWorkspaceName(word: string): string {
  if (WORKSPACE_NAME.pattern.test(word)) return word;
  throw new StartFailure(`"${word}" is no name of a workspace: ${WORKSPACE_NAME_RULE}.`);
}
