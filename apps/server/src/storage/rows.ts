import type { User, Workspace } from "@postil/domain/accounts/users";
import type { Selectable } from "kysely";
import type { WorkspaceTable } from "./tables.ts";
import type { UserTable } from "./tables-of-people.ts";

/** Turns rows into entities: only this file knows both the columns and the domain's names. */

export const userFromRow = (row: Selectable<UserTable>): User => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
  role: row.role,
  apiKey: row.api_key,
  insertedAt: row.inserted_at,
  updatedAt: row.updated_at,
});

export const workspaceFromRow = (row: Selectable<WorkspaceTable>): Workspace => ({
  id: row.id,
  name: row.name,
  insertedAt: row.inserted_at,
  updatedAt: row.updated_at,
});
