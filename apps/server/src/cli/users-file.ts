import { BROUGHT_KEY, weaknessOfKey } from "@postil/domain/accounts/api-keys";
import { bcryptMistake } from "@postil/domain/accounts/passwords";
import { ROLES } from "@postil/domain/accounts/users";
import { USERNAME, USERNAME_RULE, WORKSPACE_NAME, WORKSPACE_NAME_RULE } from "@postil/domain/datasets/names";
import { z } from "zod";
import { StartFailure } from "../start-failure.ts";
import { readYaml } from "../yaml.ts";

/**
 * Users from another server: its users file (YAML), or rows of its users table as JSON, which is also valid YAML. Unknown
 * members are ignored.
 */

const names = z.array(z.string());
const hash = z.string().superRefine((value, ctx) => {
  const message = bcryptMistake(value);
  if (message !== null) ctx.addIssue({ code: "custom", message });
});
const key = z
  .string()
  .min(BROUGHT_KEY.min, `an API key has at least ${BROUGHT_KEY.min} characters`)
  .max(BROUGHT_KEY.max, `an API key has at most ${BROUGHT_KEY.max} characters`)
  .regex(BROUGHT_KEY.pattern, "an API key has no spaces and no letters beyond ASCII")
  .refine((value) => weaknessOfKey(value) !== "known", "everybody knows this key; leave it out, and a new one is made");

const Entry = z
  .object({
    username: z.string().regex(USERNAME.pattern, USERNAME_RULE),
    full_name: z.string().nullish(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    role: z.enum(ROLES, `a role is one of ${ROLES.join(", ")}`).nullish(),
    password_hash: hash.nullish(),
    hashed_password: hash.nullish(),
    api_key: key.nullish(),
    /** One text with commas: the form in which a query joins many rows. */
    workspaces: z.union([names, z.string().transform((text) => text.split(",").filter(Boolean))]).nullish(),
    disabled: z.boolean().nullish(),
  })
  .transform((entry, ctx) => {
    const { username, disabled } = entry;
    const password_hash = entry.password_hash ?? entry.hashed_password;
    if (password_hash == null)
      ctx.addIssue({ code: "custom", message: "there is no password_hash and no hashed_password" });
    const workspaces = entry.workspaces ?? [];
    for (const name of workspaces.filter((one) => !WORKSPACE_NAME.pattern.test(one)))
      ctx.addIssue({ code: "custom", message: `"${name}" is no name of a workspace: ${WORKSPACE_NAME_RULE}` });
    return {
      username,
      first_name: entry.first_name || entry.full_name || username,
      last_name: entry.last_name || undefined,
      role: entry.role ?? "annotator",
      password_hash: password_hash ?? "",
      api_key: entry.api_key ?? undefined,
      workspaces,
      isDisabled: disabled === true,
    };
  });

export type BroughtPerson = z.output<typeof Entry>;

/** Fails with one sentence for each mistake, so that the whole file is imported, or nothing. */
export function readUsersFile(path: string, content: string): BroughtPerson[] {
  const yaml = readYaml(content);
  if ("fault" in yaml) throw new StartFailure(`${path} is neither YAML nor JSON: ${yaml.fault}.`);
  const entries = z.array(z.unknown()).safeParse(yaml.value);
  if (!entries.success) throw new StartFailure(`${path} is no list of users.`);
  const mistakes: string[] = [];
  const people = entries.data.flatMap((entry, index) => {
    const read = Entry.safeParse(entry);
    if (read.success) return [read.data];
    const named = z.object({ username: z.string() }).safeParse(entry);
    const place = `${path}: entry ${index + 1}${named.success ? ` (${named.data.username})` : ""}`;
    for (const { path: at, message } of read.error.issues) mistakes.push(`${[place, ...at].join(", ")}: ${message}.`);
    return [];
  });
  if (mistakes.length > 0) throw new StartFailure(mistakes.join("\n"));
  return people;
}
