import { countsAsMember } from "@postil/domain/accounts/policies";
import { ROLES } from "@postil/domain/accounts/users";
import type { MemberName } from "@postil/domain/accounts/workspace-overview";
import type { Context } from "../../storage/store.ts";
import { cameIn } from "../people/load-people.ts";

const MEMBER_ROLES = ROLES.filter((role) => countsAsMember({ role }));

/** Who is in which workspace, in the order they joined. */
export const memberRows = (db: Context["db"]) =>
  db
    .selectFrom("membership")
    .innerJoin("user", "user.id", "membership.user_id")
    .select(["workspace_id", "membership.inserted_at as since"])
    .select(["user.id", "first_name", "last_name", "username", "role", "deactivated_at", "password_hash", "provider"])
    .select(cameIn)
    .where("role", "in", MEMBER_ROLES)
    .orderBy("membership.inserted_at");

type NameColumns = { readonly first_name: string; readonly last_name: string | null; readonly username: string };

export const memberNameOf = (row: NameColumns): MemberName => ({
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
});
