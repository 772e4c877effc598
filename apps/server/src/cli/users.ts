import { readFile } from "node:fs/promises";
import { fullName } from "@postil/domain/accounts/full-name";
import { bcryptMistake } from "@postil/domain/accounts/password-hashes";
import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { Command, Surroundings } from "./command.ts";
import { findWorkspace } from "./find.ts";
import { addTo, removeFrom } from "./memberships.ts";
import { newUsername } from "./new-username.ts";
import { onPerson } from "./on-person.ts";
import { positionals, readArguments } from "./read-arguments.ts";
import { refusedAs } from "./refused-as.ts";
import { subCommands } from "./sub-commands.ts";
import { table } from "./table.ts";
import { invite, keys, revokeKey, signOut } from "./user-access.ts";
import { deactivate, randomPassword, reactivate, roleOf, rotateKey, setPassword, setRole } from "./user-changes.ts";
import { USERS_USAGE } from "./users-usage.ts";
import { warnOfSimilarName } from "./warn-of-similar-name.ts";
import { withServer } from "./with-server.ts";

const HEAD = ["username", "role", "name", "state", "workspaces"];

async function list(args: readonly string[], around: Surroundings): Promise<number> {
  positionals(args, [], USERS_USAGE);
  return withServer(around, async ({ call }) => {
    const { items } = await call("listPeople", {});
    const rows = items.map(({ username, role, first_name, last_name, state, workspaces }) => {
      const name = fullName({ firstName: first_name, lastName: last_name, username });
      const places = role === "owner" ? "all" : workspaces.map((workspace) => workspace.name).join(", ");
      return [username, role, name, state, places];
    });
    for (const line of table([HEAD, ...rows])) around.print(line);
    return 0;
  });
}

const OPTIONS = {
  role: { type: "string", default: "annotator" },
  workspace: { type: "string", multiple: true },
  password: { type: "string" },
  "password-hash": { type: "string" },
  "first-name": { type: "string" },
  "last-name": { type: "string" },
} as const;

async function create(args: readonly string[], around: Surroundings): Promise<number> {
  const { values, positionals: given } = readArguments(args, OPTIONS, USERS_USAGE);
  const username = newUsername(positionals(given, ["USERNAME"], USERS_USAGE)[0]);
  const role = roleOf(values.role);
  const { secret, told } = secretOf(values.password, values["password-hash"]);
  return withServer(around, async ({ call }) => {
    const workspaces = await Promise.all((values.workspace ?? []).map((name) => findWorkspace(call, name)));
    const names = { first_name: values["first-name"] ?? username, last_name: values["last-name"] };
    const workspace_ids = workspaces.map(({ id }) => id);
    const created = call("createPerson", { body: { username, role, workspace_ids, ...names, ...secret } });
    await refusedAs(
      409,
      `There is a user "${username}" already; \`postil users list\` shows those there are.`,
      created,
    );
    warnOfSimilarName(around, username, (await call("listUsers", {})).items);
    around.print(`Created ${role} ${username}${told}.`);
    return 0;
  });
}

/** The password or hash of a new user, and the text that is printed about it. */
function secretOf(password: string | undefined, hash: string | undefined) {
  if (hash === undefined) {
    const chosen = password ?? randomPassword();
    return { secret: { password: chosen }, told: password === undefined ? ` with the password ${chosen}` : "" };
  }
  if (password !== undefined) throw new StartFailure("Either --password or --password-hash, not both.");
  const mistake = bcryptMistake(hash);
  if (mistake === null) return { secret: { password_hash: hash }, told: "" };
  throw new StartFailure(`--password-hash: ${mistake}. A shell reads $ in it, unless it stands in single quotes.`);
}

const remove = onPerson(async (call, user_id, username) => {
  const params = { user_id };
  const { answers, drafts, keys: ended } = await call("countPersonWork", { params });
  await call("deletePerson", { params });
  return `Deleted ${username}; the responses stay. Answers kept without a name: ${answers}; gone: drafts ${drafts}, keys ${ended}.`;
});

/** `postil users import FILE`: existing users stay unchanged, so the command can run again. */
const importUsers: Command = async (args, around) => {
  const [path] = positionals(args, ["FILE"], USERS_USAGE);
  // Loaded only here, because no other command reads YAML.
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

/** Returns the id of a workspace by its name, and creates a missing workspace. */
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

/** `postil users ...` */
export const users: Command = subCommands(
  {
    list,
    create,
    import: importUsers,
    invite,
    "set-password": setPassword,
    "set-role": setRole,
    "add-to": addTo(USERS_USAGE),
    "remove-from": removeFrom(USERS_USAGE),
    "rotate-key": rotateKey,
    keys,
    "revoke-key": revokeKey,
    "sign-out": signOut,
    deactivate,
    reactivate,
    delete: remove,
  },
  USERS_USAGE,
);
