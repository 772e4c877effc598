import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { INVITATION_DAYS, type InvitationDays, USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import { bcryptMistake } from "@postil/domain/accounts/passwords";
import { fullName, ROLES, type Role, usernameAlike } from "@postil/domain/accounts/users";
import { USERNAME, USERNAME_RULE } from "@postil/domain/datasets/names";
import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import {
  oneOf,
  optionsOf,
  readArguments,
  type SubCommand,
  type Surroundings,
  subCommands,
  table,
  wordsOf,
} from "./command.ts";
import { findUser, findWorkspace, refusedAs } from "./find.ts";
import { onServer, printFromServer, withServer } from "./with-server.ts";
import { addMember, removeMember } from "./workspaces.ts";
import { openOutput } from "./write-output.ts";

export const USERS_USAGE = `postil users list
postil users create USERNAME [options]
  --role annotator|admin|owner     default: annotator
  --workspace NAME                 the user's workspace (again for more)
  --password PASSWORD              default: a random one, printed once
  --password-hash HASH             in place of it: bcrypt's, from another server, in single quotes
  --first-name NAME --last-name NAME
postil users import FILE           a file of users of another server, YAML or JSON
postil users invite USERNAME|FILE [options]
                                   a FILE is a CSV of people: username, first name, last name, role, workspaces
  --days 1|7|30                    how long the link works; default: 7
  --role, --workspace, --first-name, --last-name as above, for somebody new
postil users set-password USERNAME [--password PASSWORD]
postil users set-role USERNAME annotator|admin|owner
postil users add-to WORKSPACE USERNAME
postil users remove-from WORKSPACE USERNAME
postil users rotate-key USERNAME
postil users keys USERNAME
postil users revoke-key USERNAME KEY
postil users data USERNAME --out FILE
                                   all that is kept about somebody, as a zip; -: standard output
  --force                          write over a file of that name
postil users sign-out USERNAME
postil users deactivate USERNAME
postil users reactivate USERNAME
postil users delete USERNAME [--yes]
  --yes                            delete without asking`;

const OF_NEWCOMERS = "role= workspace=* first-name= last-name=";
const USUAL_ROLE = "annotator";

function newUsername(word: string): string {
  if (USERNAME.pattern.test(word)) return word;
  throw new StartFailure(`"${word}" is no username: ${USERNAME_RULE}.`);
}

const roleOf = (word: string): Role => oneOf(ROLES, word, `"${word}" is no role; those there are:`);

function daysOf(word: string | undefined): InvitationDays {
  if (word === undefined) return USUAL_INVITATION_DAYS;
  const days = INVITATION_DAYS.find((one) => String(one) === word);
  if (days !== undefined) return days;
  throw new StartFailure(`--days is "${word}"; a link is good for ${INVITATION_DAYS.join(", ")} days.`);
}

/** A generated password, which is printed once. */
const randomPassword = (): string => randomBytes(12).toString("base64url");

/** `2026-11-22 10:07 UTC` */
const minute = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

/** A warning if an existing username differs from the new one only in case. */
function similarName(username: string, users: readonly { readonly username: string }[]): string[] {
  const others = users.map((user) => user.username);
  const alike = usernameAlike(username, others);
  return alike === null ? [] : [`There is a user "${alike}" already, and "${username}" is another one.`];
}

const create: SubCommand = async (args, around, usage) => {
  const options = `${OF_NEWCOMERS} password= password-hash=` as const;
  const { values, words } = readArguments(args, options, ["USERNAME"], usage);
  const username = newUsername(words[0]);
  const role = roleOf(values.role ?? USUAL_ROLE);
  const { secret, told } = secretOf(values.password, values["password-hash"]);
  return printFromServer(around, async ({ call }) => {
    const workspaces = await Promise.all((values.workspace ?? []).map((name) => findWorkspace(call, name)));
    const names = { first_name: values["first-name"] ?? username, last_name: values["last-name"] };
    const workspace_ids = workspaces.map(({ id }) => id);
    const created = call("createPerson", { body: { username, role, workspace_ids, ...names, ...secret } });
    await refusedAs(
      409,
      `There is a user "${username}" already; \`postil users list\` shows those there are.`,
      created,
    );
    const { items } = await call("listUsers", {});
    return [...similarName(username, items), `Created ${role} ${username}${told}.`];
  });
};

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

/** Creates a link for a new user to join, or for an existing user to choose a new password, like the dialogs of the page. */
const invite: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, `days= ${OF_NEWCOMERS}` as const, ["USERNAME"], usage);
  const [username] = words;
  if (/[./]/.test(username)) return inviteFile(username, values, around);
  const { days: word, role: roleWord = USUAL_ROLE, workspace: workspaces = [], ...names } = values;
  const [days, role] = [daysOf(word), roleOf(roleWord)];
  return printFromServer(around, async ({ call, publicAddress }) => {
    const { items } = await call("listPeople", {});
    const known = items.find((user) => user.username === username);
    if (known) refuseNewcomersOptions(username, values);
    const newcomer = { first_name: names["first-name"] ?? username, last_name: names["last-name"] };
    const { code, expires_at } = known
      ? await call("inviteUser", { params: { user_id: known.id }, body: { days } })
      : await call("createInvitation", {
          body: { ...newcomer, username: newUsername(username), role, workspaces, days },
        });
    const what = known
      ? `${username} chooses a ${known.has_password ? "new" : "first"} password`
      : `Created ${role} ${username}, who chooses a password`;
    const hadLink = known !== undefined && known.invited_until !== null;
    return [
      ...(hadLink ? [`The link that ${username} had before has ended.`] : []),
      ...(known ? [] : similarName(username, items)),
      `${what} by this link; it works once, until ${minute(expires_at)}, and is shown only now:`,
      `${publicAddress}/invitation#${code}`,
    ];
  });
};

/** No username has a dot or a slash, so such a word is the path of a file. */
const inviteFile = async (path: string, values: { readonly days?: string | undefined }, around: Surroundings) => {
  const { days: word, ...others } = values;
  if (Object.keys(others).length > 0)
    throw new StartFailure("A file says role, workspaces and names itself; only --days goes with it.");
  const days = daysOf(word);
  // Loaded only here, because no other command of this room reads CSV.
  const { invitePeople, readPeopleFile } = await import("./invite-file.ts");
  const people = await readPeopleFile(path);
  const { print, complain } = around;
  return withServer(around, ({ call, publicAddress }) =>
    invitePeople({ call, publicAddress, print, complain }, people, days),
  );
};

function refuseNewcomersOptions(username: string, values: { readonly [option: string]: unknown }): void {
  const [option] = Object.keys(optionsOf(OF_NEWCOMERS)).filter((name) => values[name] !== undefined);
  if (option === undefined) return;
  throw new StartFailure(
    `${username} has an account already, which a link does not change; --${option} is for somebody new.`,
  );
}

/** `postil users import FILE`: existing users stay unchanged, so the command can run again. */
const importUsers: SubCommand = async (args, around, usage) => {
  const [path] = wordsOf(args, ["FILE"], usage);
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

const setPassword: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, "password=", ["USERNAME"], usage);
  const [username] = words;
  const password = values.password ?? randomPassword();
  return printFromServer(around, async ({ call }) => {
    const { id } = await findUser(call, username);
    await call("resetPassword", { params: { user_id: id }, body: { password } });
    const which = values.password === undefined ? `: ${password}` : "";
    return `${username} has a new password${which}. They sign in again; their keys stay.`;
  });
};

/** Nothing brings back what goes with a person, so the command counts it first, and asks (API-50). */
const deleteUser: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, "yes", ["USERNAME"], usage);
  const [username] = words;
  return printFromServer(around, async ({ call }) => {
    const params = { user_id: (await findUser(call, username)).id };
    const { answers, drafts, keys } = await call("countPersonWork", { params });
    const counts = `Answers kept without a name: ${answers}; gone: drafts ${drafts}, keys ${keys}.`;
    if (!values.yes && !(await around.ask?.(`${counts} This cannot be undone. Delete ${username}?`)))
      throw new StartFailure(`${username} is not deleted. ${counts} --yes deletes without asking.`);
    await call("deletePerson", { params });
    return `Deleted ${username}; the responses stay. ${counts}`;
  });
};

/** `postil users data USERNAME`: all that is kept about a person as one file (OPD-01). */
const saveData: SubCommand = async (args, around, usage) => {
  const { values, words } = readArguments(args, "out= force", ["USERNAME"], usage);
  const [username] = words;
  const { out, force = false } = values;
  if (!out) throw new StartFailure(`Say with --out where it goes.\n\n${usage}`);
  return withServer(around, async ({ call, open }) => {
    const { id } = await findUser(call, username);
    const file = await openOutput(out, force, around);
    await file.write((await open("exportPersonData", { params: { user_id: id } })).bytes);
    // With `-`, standard output carries the file, so nothing else is printed there.
    if (out !== "-") around.print(`Wrote all that is kept about ${username} to ${out}.`);
    return 0;
  });
};

type Person = { readonly username: string; readonly params: { readonly user_id: string } };

/** A command that takes only a username. `act` returns the lines to print. */
const onPerson = (act: (call: Call, person: Person) => Promise<string | readonly string[]>): SubCommand =>
  onServer(["USERNAME"], ([username]) => async ({ call }) => {
    const { id } = await findUser(call, username);
    return act(call, { username, params: { user_id: id } });
  });

export const users = subCommands(USERS_USAGE, {
  list: onServer([], () => async ({ call }) => {
    const { items } = await call("listPeople", {});
    const rows = items.map(({ username, role, first_name, last_name, state, workspaces }) => {
      const name = fullName({ firstName: first_name, lastName: last_name, username });
      const places = role === "owner" ? "all" : workspaces.map((workspace) => workspace.name).join(", ");
      return [username, role, name, state, places];
    });
    return table([["username", "role", "name", "state", "workspaces"], ...rows]);
  }),
  create,
  import: importUsers,
  invite,
  "set-password": setPassword,
  "set-role": onServer(["USERNAME", "ROLE"], ([username, word]) => {
    const role = roleOf(word);
    return async ({ call }) => {
      const { id } = await findUser(call, username);
      await call("changePerson", { params: { user_id: id }, body: { role } });
      return `${username} is ${role} now.`;
    };
  }),
  "add-to": addMember,
  "remove-from": removeMember,
  "rotate-key": onPerson(async (call, { username, params }) => {
    const { api_key } = await call("replacePersonKey", { params });
    return `The new key of ${username}: ${api_key}`;
  }),
  keys: onPerson(async (call, { params }) => {
    const { first, items } = await call("listPersonKeys", { params });
    const used = (at: string | null) => (at === null ? "not yet" : minute(at));
    const rows = items.map(({ name, ending, last_used_at, expires_at }) => {
      return [name, ending, used(last_used_at), expires_at === null ? "never" : minute(expires_at)];
    });
    const head = ["name", "ends with", "last used", "expires"];
    return table([head, ["(first key)", first.ending, used(first.last_used_at), "never"], ...rows]);
  }),
  "revoke-key": onServer(["USERNAME", "KEY"], ([username, name]) => async ({ call }) => {
    const { id } = await findUser(call, username);
    const { items } = await call("listPersonKeys", { params: { user_id: id } });
    const key = items.find((one) => one.name === name);
    if (!key)
      throw new StartFailure(
        `${username} has no key "${name}"; \`postil users keys ${username}\` shows those there are.`,
      );
    await call("revokePersonKey", { params: { user_id: id, key_id: key.id } });
    return `The key "${name}" of ${username} lets nobody in any more.`;
  }),
  data: saveData,
  "sign-out": onPerson(async (call, { username, params }) => {
    const { count } = await call("signPersonOut", { params });
    return `Sessions of ${username} that were ended: ${count}; password and keys stay.`;
  }),
  deactivate: onPerson(async (call, { username, params }) => {
    await call("deactivatePerson", { params });
    return `${username} neither signs in nor calls with a key; name and answers stay.`;
  }),
  reactivate: onPerson(async (call, { username, params }) => {
    await call("reactivatePerson", { params });
    return `${username} can sign in again, with the password and the key of before.`;
  }),
  delete: deleteUser,
});
