import { timeToWire } from "@postil/contract/wire/mapping";
import { rowsOf } from "../storage/statements.ts";
import type { PersonRows, Rows } from "./person-rows.ts";

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
