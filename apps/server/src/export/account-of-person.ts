import { timeToWire } from "@postil/contract/wire/mapping";
import type { Selectable } from "kysely";
import { rowsOf } from "../storage/statements.ts";
import type { Db } from "../storage/tables.ts";
import type { UserTable } from "../storage/tables-of-people.ts";

const timeOf = (at: number | null): string | null => (at === null ? null : timeToWire(at));

/** The account in one object. What lets somebody in is not in it: password, keys, codes, ids of sessions (OPD-03). */
export async function* accountOf(of: PersonRows): Rows {
  const { person, files } = of;
  yield {
    id: person.id,
    username: person.username,
    first_name: person.first_name,
    last_name: person.last_name,
    role: person.role,
    has_password: person.password_hash !== "",
    provider: person.provider,
    subject: person.subject,
    deactivated_at: timeOf(person.deactivated_at),
    inserted_at: timeToWire(person.inserted_at),
    updated_at: timeToWire(person.updated_at),
    ...(await stayOf(of)),
    workspaces: await workspacesOf(of),
    api_keys: await keysOf(of),
    invitations: await invitationsOf(of),
    preferences: await preferencesOf(of),
    files,
  };
}

async function workspacesOf({ db, person }: PersonRows) {
  const rows = await db
    .selectFrom("membership")
    .innerJoin("workspace", "workspace.id", "membership.workspace_id")
    .select(["workspace.name", "membership.inserted_at"])
    .where("user_id", "=", person.id)
    .orderBy("workspace.name")
    .execute();
  return rows.map(({ name, inserted_at }) => ({ name, since: timeToWire(inserted_at) }));
}

/** When the person was here. Full addresses stand with the sign-ins in the audit trail. */
async function stayOf({ db, person }: PersonRows) {
  const seen = await rowsOf(db, "last_seen", { user_id: person.id }).select(["at", "by_key"]).executeTakeFirst();
  const rows = await rowsOf(db, "session", { user_id: person.id }).selectAll().orderBy("began_at").execute();
  return {
    last_seen: seen ? { at: timeToWire(seen.at), by_key: seen.by_key === 1 } : null,
    sessions: rows.map(({ began_at, renewed_at, expires_at, ended_at, ended_by, program, network, provider }) => ({
      program,
      network,
      provider,
      began_at: timeToWire(began_at),
      renewed_at: timeToWire(renewed_at),
      expires_at: timeToWire(expires_at),
      ended_at: timeOf(ended_at),
      ended_by,
    })),
  };
}

/** The first key has no name and no time of its own. */
async function keysOf({ db, person }: PersonRows) {
  const named = await rowsOf(db, "api_key", { user_key: person.key })
    .select(["id", "name", "inserted_at", "expires_at"])
    .orderBy("inserted_at")
    .execute();
  const ids = [person.id, ...named.map(({ id }) => id)];
  const rows = await db.selectFrom("key_use").selectAll().where("key_id", "in", ids).execute();
  const uses = new Map(rows.map((row) => [row.key_id, row]));
  const used = (id: string) => {
    const use = uses.get(id);
    return { last_used_at: timeOf(use?.used_at ?? null), last_used_by: use?.used_by ?? null };
  };
  return [
    { name: null, ...used(person.id) },
    ...named.map(({ id, name, inserted_at, expires_at }) => ({
      name,
      inserted_at: timeToWire(inserted_at),
      expires_at: timeOf(expires_at),
      ...used(id),
    })),
  ];
}

async function invitationsOf({ db, person }: PersonRows) {
  const rows = await db.selectFrom("invitation").selectAll().where("user_id", "=", person.id).orderBy("key").execute();
  return rows.map(({ inserted_at, expires_at, used_at, ended_at, by_admin }) => ({
    inserted_at: timeToWire(inserted_at),
    expires_at: timeToWire(expires_at),
    used_at: timeOf(used_at),
    ended_at: timeOf(ended_at),
    by_admin: by_admin === 1,
  }));
}

async function preferencesOf({ db, person }: PersonRows) {
  const rows = await rowsOf(db, "preference", { user_key: person.key }).selectAll().orderBy("name").execute();
  return rows.map(({ name, value, changed_at }) => ({
    name,
    value: JSON.parse(value),
    changed_at: timeToWire(changed_at),
  }));
}

/** A file that a person sent, which waits for its import. */
export type SentFile = { readonly file: string; readonly bytes: number; readonly state: string };

/** A dataset as the rows of a person name it. */
export type DatasetOfRows = {
  readonly family: "dataset" | "task_dataset";
  readonly name: string;
  readonly workspace: string;
  /** True if it can be restored. */
  readonly isDeleted: boolean;
  /** True for records of a dataset that can be restored. No counts or bitmaps have them. */
  readonly isHidden: boolean;
  /** The next record's number. */
  readonly size: number;
  /** True if the person may read its records. */
  readonly isSeen: boolean;
};

/** What the rows of a person's data are read from. */
export type PersonRows = {
  readonly db: Db;
  readonly person: Selectable<UserTable>;
  readonly datasets: ReadonlyMap<number, DatasetOfRows>;
  readonly files: readonly SentFile[];
};

/** Null stands for rows that were passed over. */
export type Rows = AsyncGenerator<object | null, void>;

export type Place = { readonly dataset: string; readonly workspace: string; readonly deleted?: true };

/** All datasets of both families by key, also those and the records that can be restored. Texts of records are for members only. */
export async function datasetsFor(db: Db, person: Selectable<UserTable>): Promise<PersonRows["datasets"]> {
  const memberships = await rowsOf(db, "membership", { user_id: person.id }).select("workspace_id").execute();
  const own = new Set(memberships.map(({ workspace_id }) => workspace_id));
  const found = new Map<number, DatasetOfRows>();
  for (const family of ["dataset", "task_dataset"] as const) {
    const rows = await db
      .selectFrom(family)
      .innerJoin("workspace", "workspace.id", "workspace_id")
      .select(["key", `${family}.name`, "workspace_id", "workspace.name as workspace", "next_seq as size"])
      .execute();
    for (const { key, name, workspace_id, workspace, size } of rows) {
      const isSeen = person.role === "owner" || own.has(workspace_id);
      found.set(key, { family, name, workspace, size, isDeleted: false, isHidden: false, isSeen });
    }
  }
  const deleted = await db
    .selectFrom("deleted_dataset")
    .select(["key", "family", "name", "workspace", "size"])
    .execute();
  for (const { key, ...dataset } of deleted)
    found.set(key, { ...dataset, isDeleted: true, isHidden: false, isSeen: false });
  const hidden = await db.selectFrom("deleted_records").select(["key", "dataset_key"]).execute();
  for (const { key, dataset_key } of hidden) {
    const dataset = found.get(dataset_key);
    if (dataset) found.set(key, { ...dataset, isDeleted: true, isHidden: true, isSeen: false });
  }
  return found;
}
