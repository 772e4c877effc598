import type { Command, Surroundings } from "./command.ts";
import { findUser, findWorkspace } from "./find.ts";
import { positionals } from "./read-arguments.ts";
import { subCommands } from "./sub-commands.ts";
import { table } from "./table.ts";
import { withServer } from "./with-server.ts";

export const WORKSPACES_USAGE = `postil workspaces list
postil workspaces create NAME
postil workspaces add-user WORKSPACE USERNAME`;

async function list(args: readonly string[], around: Surroundings): Promise<number> {
  positionals(args, [], WORKSPACES_USAGE);
  return withServer(around, async ({ call }) => {
    const { items } = await call("listMyWorkspaces", {});
    const rows = await Promise.all(
      items.map(async ({ id, name }) => {
        const members = await call("listWorkspaceUsers", { params: { workspace_id: id } });
        return [name, members.items.map((user) => user.username).join(", ")];
      }),
    );
    for (const line of table([["workspace", "users"], ...rows])) around.print(line);
    return 0;
  });
}

async function create(args: readonly string[], around: Surroundings): Promise<number> {
  const [name] = positionals(args, ["NAME"], WORKSPACES_USAGE);
  return withServer(around, async ({ call }) => {
    await call("createWorkspace", { body: { name } });
    around.print(`Created workspace ${name}.`);
    return 0;
  });
}

async function addUser(args: readonly string[], around: Surroundings): Promise<number> {
  const [workspace, username] = positionals(args, ["WORKSPACE", "USERNAME"], WORKSPACES_USAGE);
  return withServer(around, async ({ call }) => {
    const { id } = await findWorkspace(call, workspace);
    const user = await findUser(call, username);
    await call("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: user.id } });
    around.print(`${username} is now in workspace ${workspace}.`);
    return 0;
  });
}

/** `postil workspaces ...` */
export const workspaces: Command = subCommands({ list, create, "add-user": addUser }, WORKSPACES_USAGE);
