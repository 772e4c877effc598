import { type Person, personState, type SignInFacts } from "@postil/domain/accounts/people";
import { countsAsMember, mayManagePeople, maySeeMembership } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { ExpressionBuilder } from "kysely";
import { userFromRow } from "../../storage/rows.ts";
import type { Caller, Context } from "../../storage/store.ts";
import type { Tables } from "../../storage/tables.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";
import { FIRST_KEY } from "../api-keys/own-keys.ts";

/** People as the administration sees them, oldest first. */

/** Whether there was a session of a user; those long over are forgotten, and when somebody was seen is not. */
export const cameIn = (of: ExpressionBuilder<Tables, "user">) =>
  of
    .or([
      of.exists(of.selectFrom("session").select("session.id").whereRef("session.user_id", "=", "user.id")),
      of.exists(of.selectFrom("last_seen").select("last_seen.at").whereRef("last_seen.user_id", "=", "user.id")),
    ])
    .as("came_in");

type Rows = Awaited<ReturnType<ReturnType<typeof userRows>["execute"]>>;
type Memberships = Awaited<ReturnType<ReturnType<typeof membershipRows>["execute"]>>;

/** A person has one link at most that still lets in. */
const userRows = (db: Context["db"], at: Micros) =>
  db
    .selectFrom("user")
    .leftJoin("last_seen", "last_seen.user_id", "user.id")
    .leftJoin("invitation", (join) =>
      join
        .onRef("invitation.user_id", "=", "user.id")
        .on("invitation.used_at", "is", null)
        .on("invitation.ended_at", "is", null)
        .on("invitation.expires_at", ">", at),
    )
    .selectAll("user")
    .select(["last_seen.at as seen_at", "last_seen.by_key as seen_by_key", "invitation.expires_at as invited_until"])
    .select((from) =>
      from
        .selectFrom("api_key")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("api_key.user_key", "=", "user.key")
        .as("named_keys"),
    )
    .select(cameIn)
    .where("user.deleted_at", "is", null)
    .orderBy("user.inserted_at");

const membershipRows = (db: Context["db"]) =>
  db
    .selectFrom("membership")
    .innerJoin("workspace", "workspace.id", "membership.workspace_id")
    .select(["membership.user_id", "membership.inserted_at", "workspace.id", "workspace.name"])
    .orderBy("workspace.name");

/** Everybody for an owner; for an admin the members of a workspace of theirs, with those workspaces alone. */
export async function loadPeople({ db, now }: Context, caller: Caller): Promise<Person[]> {
  const memberships = (await membershipRows(db).execute()).filter(({ id }) => maySeeMembership(caller, id));
  const rows = await userRows(db, now()).execute();
  if (mayManagePeople(caller)) return peopleOf(rows, memberships);
  const seen = new Set(memberships.map((row) => row.user_id));
  const people = peopleOf(
    rows.filter((row) => countsAsMember(row) && seen.has(row.id)),
    memberships,
  );
  return people.map((person) => ({ ...person, keys: null }));
}

/** One of them, for an owner. */
export async function loadPerson({ db, now }: Context, userId: string): Promise<Person> {
  const rows = await userRows(db, now()).where("user.id", "=", userId).execute();
  const [person] = peopleOf(rows, await membershipRows(db).where("membership.user_id", "=", userId).execute());
  if (person) return person;
  throw new Refusal("not_found", `User with id \`${userId}\` not found`, { type: "User", name: userId });
}

function peopleOf(rows: Rows, memberships: Memberships): Person[] {
  const byUser = Map.groupBy(memberships, (row) => row.user_id);
  return rows.map((row) => {
    const { apiKey: _, ...user } = userFromRow(row);
    const { seen_at: at, seen_by_key: byKey } = row;
    const workspaces = byUser.get(row.id) ?? [];
    return {
      ...user,
      state: personState(signInFacts(row)),
      invitedUntil: row.invited_until,
      provider: row.provider,
      hasPassword: row.password_hash !== NO_PASSWORD,
      workspaces: workspaces.map(({ id, name, inserted_at: since }) => ({ id, name, since })),
      lastSeen: at === null ? null : { at, byKey: byKey === 1 },
      keys: FIRST_KEY + (row.named_keys ?? 0),
    };
  });
}

type FactsColumns = Pick<Rows[number], "deactivated_at" | "password_hash" | "provider" | "came_in">;

export const signInFacts = ({ deactivated_at, password_hash, provider, came_in }: FactsColumns): SignInFacts => ({
  isDeactivated: deactivated_at !== null,
  hasPassword: password_hash !== NO_PASSWORD,
  provider,
  cameIn: Boolean(came_in), // 0 or 1
});
