import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { type UserWithWorkspaces, withWorkspaces } from "./with-workspaces.ts";

/** All users, oldest first (contract api-v1 row 48, ROL-12). */
export async function listUsers(context: Context): Promise<UserWithWorkspaces[]> {
  requireOwner(requireCaller(context));
  const rows = await context.db
    .selectFrom("user")
    .selectAll()
    .where("deleted_at", "is", null)
    .orderBy("inserted_at")
    .execute();
  return withWorkspaces(context, rows.map(userFromRow));
}
