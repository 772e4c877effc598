import type { Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";
import { requireOwner } from "../refuse.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { insertMembership } from "../workspaces/insert-membership.ts";
import { insertUser, type NewUser } from "./insert-user.ts";
import { type UserWithWorkspaces, withOwnWorkspaces } from "./with-workspaces.ts";

/** `workspaces`: names of workspaces the user is to belong to. */
export type CreateUser = NewUser & { readonly workspaces: readonly string[] };

/** Creates a user (contract api-v1 row 50, api-v0 row 4, ROL-12). */
export async function createUser(context: Context, input: CreateUser): Promise<UserWithWorkspaces> {
  requireOwner(requireCaller(context));
  const { workspaces, ...newUser } = input;
  await refuseTakenUsername(context, newUser.username);
  await refuseTakenKey(context, newUser);
  const inWorkspaces = await workspacesByName(context, new Set(workspaces));
  const user = await insertUser(context, newUser);
  const how = newUser.passwordHash === NO_PASSWORD ? "invitation" : "password";
  await noteAudit(context, { kind: "person_created", person: user, told: { role: user.role, how } });
  for (const { id, name } of inWorkspaces) {
    await insertMembership(context, { workspaceId: id, userId: user.id });
    await noteAudit(context, { kind: "membership_added", person: user, told: { workspace: name } });
  }
  return withOwnWorkspaces(context, user);
}

async function refuseTakenUsername({ db }: Context, username: string): Promise<void> {
  await refuseTaken(
    db.selectFrom("user").select("key").where("username", "=", username).where("deleted_at", "is", null),
    () => new Refusal("conflict", `Username \`${username}\` is not unique`, { type: "User", name: username }),
  );
}

async function refuseTakenKey({ db }: Context, { username, apiKey }: NewUser): Promise<void> {
  if (apiKey === undefined) return;
  await refuseTaken(
    db.selectFrom("user").select("key").where("api_key", "=", apiKey),
    () => new Refusal("conflict", `The API key of \`${username}\` is that of somebody else here`),
  );
}

async function workspacesByName({ db }: Context, names: ReadonlySet<string>) {
  const found: Pick<Workspace, "id" | "name">[] = [];
  for (const name of names) {
    const row = await db.selectFrom("workspace").select(["id", "name"]).where("name", "=", name).executeTakeFirst();
    if (!row) throw new Refusal("unprocessable", `Workspace '${name}' does not exist`);
    found.push(row);
  }
  return found;
}
