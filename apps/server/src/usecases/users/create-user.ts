import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { insertMembership } from "../workspaces/insert-membership.ts";
import { insertUser, type NewUser } from "./insert-user.ts";
import { type UserWithWorkspaces, withOwnWorkspaces } from "./with-workspaces.ts";

/** `workspaces`: names of workspaces the user is to belong to. */
export type CreateUser = Omit<NewUser, "apiKey"> & { readonly workspaces: readonly string[] };

/** Creates a user (contract api-v1 row 50, api-v0 row 4, ROL-12). */
export async function createUser(context: Context, input: CreateUser): Promise<UserWithWorkspaces> {
  requireOwner(requireCaller(context));
  const { workspaces, ...newUser } = input;
  await refuseTakenUsername(context, newUser.username);
  const workspaceIds = await workspaceIdsByName(context, new Set(workspaces));
  const user = await insertUser(context, newUser);
  for (const workspaceId of workspaceIds) await insertMembership(context, { workspaceId, userId: user.id });
  return withOwnWorkspaces(context, user);
}

async function refuseTakenUsername({ db }: Context, username: string): Promise<void> {
  await refuseTaken(
    db.selectFrom("user").select("key").where("username", "=", username).where("deleted_at", "is", null),
    () => new Refusal("conflict", `Username \`${username}\` is not unique`, { type: "User", name: username }),
  );
}

async function workspaceIdsByName({ db }: Context, names: ReadonlySet<string>): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const row = await db.selectFrom("workspace").select("id").where("name", "=", name).executeTakeFirst();
    if (!row) throw new Refusal("unprocessable", `Workspace '${name}' does not exist`);
    ids.push(row.id);
  }
  return ids;
}
