import { readFile } from "node:fs/promises";
import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { Command } from "./command.ts";
import { positionals } from "./read-arguments.ts";
import { USERS_USAGE } from "./users-usage.ts";
import { withServer } from "./with-server.ts";

/** `postil users import FILE`: who is there already stays as they are, so that it can be run again. */
export const importUsers: Command = async (args, around) => {
  const [path] = positionals(args, ["FILE"], USERS_USAGE);
  // No other command reads YAML, and all load this file.
  const { readUsersFile } = await import("./users-file.ts");
  const people = readUsersFile(path, await textOf(path));
  return withServer(around, async ({ call }) => {
    const taken = new Set((await call("listPeople", {})).items.map(({ username }) => username));
    const workspaceId = await workspaceIds(call, around.print);
    for (const { username, isDisabled, workspaces, ...facts } of people) {
      const left = taken.has(username)
        ? "is there already, and stays as they are"
        : isDisabled && "is disabled in the file, and was left out";
      if (left !== false) {
        around.print(`${username} ${left}.`);
        continue;
      }
      const workspace_ids = await Promise.all(workspaces.map(workspaceId));
      await call("createPerson", { body: { ...facts, username, workspace_ids } });
      taken.add(username);
      around.print(`Created ${facts.role} ${username}, who signs in with the password of before.`);
    }
    return 0;
  });
};

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new StartFailure(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** The id of a workspace by its name; one that is not there is made. */
async function workspaceIds(call: Call, print: (line: string) => void) {
  const { items } = await call("listMyWorkspaces", {});
  const known = new Map(items.map(({ name, id }) => [name, Promise.resolve(id)]));
  const make = async (name: string): Promise<string> => {
    const { id } = await call("createWorkspace", { body: { name } });
    print(`Created workspace ${name}.`);
    return id;
  };
  return (name: string): Promise<string> => {
    const id = known.get(name) ?? make(name);
    known.set(name, id);
    return id;
  };
}
