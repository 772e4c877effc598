import { randomBytes } from "node:crypto";
import { isRole, ROLES, type Role } from "@postil/domain/accounts/users";
import { StartFailure } from "../start-failure.ts";
import type { Command } from "./command.ts";
import { findUser } from "./find.ts";
import { onPerson } from "./on-person.ts";
import { positionals, readArguments } from "./read-arguments.ts";
import { USERS_USAGE } from "./users-usage.ts";
import { withServer } from "./with-server.ts";

/** Changes of an existing user, one call for each. */

/** A generated password, which is printed once. */
export const randomPassword = (): string => randomBytes(12).toString("base64url");

export function roleOf(word: string): Role {
  if (isRole(word)) return word;
  throw new StartFailure(`"${word}" is no role; those there are: ${ROLES.join(", ")}.`);
}

export const setPassword: Command = async (args, around) => {
  const { values, positionals: given } = readArguments(args, { password: { type: "string" } } as const, USERS_USAGE);
  const [username] = positionals(given, ["USERNAME"], USERS_USAGE);
  const password = values.password ?? randomPassword();
  return withServer(around, async ({ call }) => {
    const { id } = await findUser(call, username);
    await call("resetPassword", { params: { user_id: id }, body: { password } });
    const which = values.password === undefined ? `: ${password}` : "";
    around.print(`${username} has a new password${which}. They sign in again; their keys stay.`);
    return 0;
  });
};

export const setRole: Command = async (args, around) => {
  const [username, word] = positionals(args, ["USERNAME", "ROLE"], USERS_USAGE);
  const role = roleOf(word);
  return withServer(around, async ({ call }) => {
    const { id } = await findUser(call, username);
    await call("changePerson", { params: { user_id: id }, body: { role } });
    around.print(`${username} is ${role} now.`);
    return 0;
  });
};

export const rotateKey = onPerson(async (call, user_id, username) => {
  const { api_key } = await call("replacePersonKey", { params: { user_id } });
  return `The new key of ${username}: ${api_key}`;
});

export const deactivate = onPerson(async (call, user_id, username) => {
  await call("deactivatePerson", { params: { user_id } });
  return `${username} neither signs in nor calls with a key; name and answers stay.`;
});

export const reactivate = onPerson(async (call, user_id, username) => {
  await call("reactivatePerson", { params: { user_id } });
  return `${username} can sign in again, with the password and the key of before.`;
});
