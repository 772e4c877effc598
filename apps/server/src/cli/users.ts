import { randomBytes } from "node:crypto";
import { ROLES, type Role } from "@postil/domain/accounts/users";
import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { Command, Surroundings } from "./command.ts";
import { findUser, findWorkspace } from "./find.ts";
import { positionals, readArguments } from "./read-arguments.ts";
import { subCommands } from "./sub-commands.ts";
import { table } from "./table.ts";
import { withServer } from "./with-server.ts";

export const USERS_USAGE = `postil users list
postil users create USERNAME [options]
  --role annotator|admin|owner     default: annotator
  --workspace NAME                 the user's workspace (again for more)
  --password PASSWORD              default: a random one, printed once
  --first-name NAME --last-name NAME
postil users delete USERNAME`;

async function list(args: readonly string[], around: Surroundings): Promise<number> {
  positionals(args, [], USERS_USAGE);
  return withServer(around, async ({ call }) => {
    const { items } = await call("listUsers", {});
    const rows = items.map((user) => [
      user.username,
      user.role,
      [user.first_name, user.last_name ?? ""].join(" ").trim(),
    ]);
    for (const line of table([["username", "role", "name"], ...rows])) around.print(line);
    return 0;
  });
}

const OPTIONS = {
  role: { type: "string", default: "annotator" },
  workspace: { type: "string", multiple: true },
  password: { type: "string" },
  "first-name": { type: "string" },
  "last-name": { type: "string" },
} as const;

async function create(args: readonly string[], around: Surroundings): Promise<number> {
  const { values, positionals: given } = readArguments(args, OPTIONS, USERS_USAGE);
  const [username] = positionals(given, ["USERNAME"], USERS_USAGE);
  const role = roleOf(values.role);
  const password = values.password ?? randomBytes(12).toString("base64url");
  return withServer(around, async ({ call }) => {
    // Before anything is made: an unknown workspace must not leave a user without one.
    const workspaces = await Promise.all((values.workspace ?? []).map((name) => findWorkspace(call, name)));
    const names = { first_name: values["first-name"] ?? username, last_name: values["last-name"] };
    const user = await call("createUser", { body: { username, role, password, ...names } });
    for (const { id } of workspaces) await addTo(call, id, user.id);
    around.print(
      `Created ${role} ${username}${values.password === undefined ? ` with the password ${password}` : ""}.`,
    );
    return 0;
  });
}

const addTo = (call: Call, workspaceId: string, userId: string) =>
  call("addWorkspaceUser", { params: { workspace_id: workspaceId }, body: { user_id: userId } });

function roleOf(word: string): Role {
  const role = ROLES.find((one) => one === word);
  if (role) return role;
  throw new StartFailure(`"${word}" is no role; those there are: ${ROLES.join(", ")}.`);
}

async function remove(args: readonly string[], around: Surroundings): Promise<number> {
  const [username] = positionals(args, ["USERNAME"], USERS_USAGE);
  return withServer(around, async ({ call }) => {
    const { id } = await findUser(call, username);
    await call("deleteUser", { params: { user_id: id } });
    around.print(`Deleted ${username}; the responses stay.`);
    return 0;
  });
}

/** `postil users ...` */
export const users: Command = subCommands({ list, create, delete: remove }, USERS_USAGE);
