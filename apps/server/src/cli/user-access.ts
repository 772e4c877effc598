import { INVITATION_DAYS, type InvitationDays, USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import { StartFailure } from "../start-failure.ts";
import type { Command } from "./command.ts";
import { findUser } from "./find.ts";
import { newUsername } from "./new-username.ts";
import { onPerson } from "./on-person.ts";
import { positionals, readArguments } from "./read-arguments.ts";
import { table } from "./table.ts";
import { roleOf } from "./user-changes.ts";
import { USERS_USAGE } from "./users-usage.ts";
import { warnOfSimilarName } from "./warn-of-similar-name.ts";
import { withServer } from "./with-server.ts";

/** The ways to get access: links, sessions, keys. */

const OF_NEWCOMERS = {
  role: { type: "string" },
  workspace: { type: "string", multiple: true },
  "first-name": { type: "string" },
  "last-name": { type: "string" },
} as const;

function daysOf(word: string | undefined): InvitationDays {
  if (word === undefined) return USUAL_INVITATION_DAYS;
  const days = INVITATION_DAYS.find((one) => String(one) === word);
  if (days !== undefined) return days;
  throw new StartFailure(`--days is "${word}"; a link is good for ${INVITATION_DAYS.join(", ")} days.`);
}

/** `2026-11-22 10:07 UTC` */
const minute = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

/** Creates a link for a new user to join, or for an existing user to choose a new password, like the dialogs of the page. */
export const invite: Command = async (args, around) => {
  const options = { days: { type: "string" }, ...OF_NEWCOMERS } as const;
  const { values, positionals: given } = readArguments(args, options, USERS_USAGE);
  const [username] = positionals(given, ["USERNAME"], USERS_USAGE);
  const { days: word, role: roleWord = "annotator", workspace: workspaces = [], ...names } = values;
  const [days, role] = [daysOf(word), roleOf(roleWord)];
  return withServer(around, async ({ call, publicAddress }) => {
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
    if (known && known.invited_until !== null) around.print(`The link that ${username} had before has ended.`);
    if (!known) warnOfSimilarName(around, username, items);
    around.print(`${what} by this link; it works once, until ${minute(expires_at)}, and is shown only now:`);
    around.print(`${publicAddress}/invitation#${code}`);
    return 0;
  });
};

function refuseNewcomersOptions(username: string, values: { readonly [option: string]: unknown }): void {
  const [option] = Object.keys(OF_NEWCOMERS).filter((name) => values[name] !== undefined);
  if (option === undefined) return;
  throw new StartFailure(
    `${username} has an account already, which a link does not change; --${option} is for somebody new.`,
  );
}

export const signOut = onPerson(async (call, user_id, username) => {
  const { count } = await call("signPersonOut", { params: { user_id } });
  return `Sessions of ${username} that were ended: ${count}; password and keys stay.`;
});

const HEAD = ["name", "ends with", "last used", "expires"];

export const keys: Command = async (args, around) => {
  const [username] = positionals(args, ["USERNAME"], USERS_USAGE);
  return withServer(around, async ({ call }) => {
    const { id } = await findUser(call, username);
    const { first, items } = await call("listPersonKeys", { params: { user_id: id } });
    const used = (at: string | null) => (at === null ? "not yet" : minute(at));
    const rows = items.map(({ name, ending, last_used_at, expires_at }) => {
      return [name, ending, used(last_used_at), expires_at === null ? "never" : minute(expires_at)];
    });
    const all = [HEAD, ["(first key)", first.ending, used(first.last_used_at), "never"], ...rows];
    for (const line of table(all)) around.print(line);
    return 0;
  });
};

export const revokeKey: Command = async (args, around) => {
  const [username, name] = positionals(args, ["USERNAME", "KEY"], USERS_USAGE);
  return withServer(around, async ({ call }) => {
    const { id } = await findUser(call, username);
    const { items } = await call("listPersonKeys", { params: { user_id: id } });
    const key = items.find((one) => one.name === name);
    if (!key)
      throw new StartFailure(
        `${username} has no key "${name}"; \`postil users keys ${username}\` shows those there are.`,
      );
    await call("revokePersonKey", { params: { user_id: id, key_id: key.id } });
    around.print(`The key "${name}" of ${username} lets nobody in any more.`);
    return 0;
  });
};
