import type { MemberName } from "@postil/domain/accounts/workspace-overview";
import type { Context } from "../../storage/store.ts";
import { cameIn } from "../people/load-people.ts";

/** Who is in which workspace, in the order they joined; owners belong to all of them, members or not. */
export const memberRows = (db: Context["db"]) =>
  db
    .selectFrom("membership")
    .innerJoin("user", "user.id", "membership.user_id")
    .select(["workspace_id", "membership.inserted_at as since"])
    .select(["user.id", "first_name", "last_name", "username", "role", "deactivated_at", "password_hash", "provider"])
    .select(cameIn)
    .where("role", "<>", "owner")
    .orderBy("membership.inserted_at");

type NameColumns = { readonly first_name: string; readonly last_name: string | null; readonly username: string };

export const memberNameOf = (row: NameColumns): MemberName => ({
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
});
