import { isOwner } from "@postil/domain/accounts/policies";
import { fullName } from "@postil/domain/accounts/users";
import { type Deleted, freeName, type KeepDays, keptUntil, type Restoration } from "@postil/domain/datasets/bin";
import { USERNAME, USERNAME_RULE } from "@postil/domain/datasets/names";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../storage/audit.ts";
import { deleteRows } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import { newApiKey } from "./accounts/credentials.ts";
import { insertMembership, presentUsers, refuseTakenUsername, setUser } from "./accounts/users.ts";
import { deletedBy, type OfDeleted } from "./bin-records.ts";
import { requireOwner, requireThat } from "./refuse.ts";

/** People who were deleted and can be restored, by owners (BIN-12, BIN-13). */

const entries = ({ db }: Context) =>
  db
    .selectFrom("deleted_person as gone")
    .innerJoin("user as person", "person.key", "gone.user_key")
    .leftJoin("user", "user.id", "gone.deleted_by_id")
    .selectAll("gone")
    .select(["person.id as person_id", "person.username", "person.role", "person.provider", "person.subject"])
    .select(["person.first_name as own_first_name", "person.last_name as own_last_name"])
    .select(["user.first_name", "user.last_name"])
    .select((from) =>
      from
        .selectFrom("user_counts")
        .select(({ fn }) => [fn.sum<number>("submitted").as("n")])
        .whereRef("user_counts.user_key", "=", "gone.user_key")
        .as("submitted"),
    );

type Entry = Awaited<ReturnType<ReturnType<typeof entries>["execute"]>>[number];
/** `id` null: the workspace was deleted after the person. */
type OfPerson = { readonly id: string | null; readonly name: string };

const workspacesOf = ({ workspaces }: Entry): readonly OfPerson[] => JSON.parse(workspaces);

const deletedFromRow = (row: Entry, { keepDays }: KeepDays): Deleted => ({
  ...{ id: row.id, kind: "person", state: "kept", name: row.username, task: row.role, records: 0 },
  preview: fullName({ username: row.username, firstName: row.own_first_name, lastName: row.own_last_name }),
  workspaceId: null,
  workspace: workspacesOf(row)
    .map(({ name }) => name)
    .join(", "),
  answers: row.submitted ?? 0,
  deletedAt: row.deleted_at,
  deletedBy: deletedBy(row),
  keptUntil: keptUntil(row.deleted_at, keepDays),
});

/** For owners; nobody else deletes people. */
export async function listDeletedPeople(context: Context, keep: KeepDays): Promise<Deleted[]> {
  if (!isOwner(requireThat(context, () => true))) return [];
  return (await entries(context).execute()).map((row) => deletedFromRow(row, keep));
}

/** Null if no deleted person has this id. 404 before 403. */
export async function findDeletedPerson(context: Context, { deletedId }: OfDeleted): Promise<Entry | null> {
  const row = await entries(context).where("gone.id", "=", deletedId).executeTakeFirst();
  if (row) requireOwner(context);
  return row ?? null;
}

/** What a restoration of this person would do now. */
export async function getDeletedPerson(context: Context, row: Entry, keep: KeepDays): Promise<Deleted & Restoration> {
  const names = await presentUsers(context.db).clearSelect().select(["username", "inserted_at"]).execute();
  const taken = new Map(names.map(({ username, inserted_at }) => [username, inserted_at]));
  const offeredName = freeName(row.username, new Set(taken.keys()));
  const takenAt = taken.get(row.username) ?? null;
  return { ...deletedFromRow(row, keep), offeredName, takenAt, taken: 0, people: 1, drafts: 0, left: [] };
}

/**
 * Brings a person back with id, role, names and the workspaces that are still there; their answers are theirs again. They have
 * no session, no password and a new first key, so that nothing that was known before lets anybody in (BIN-13).
 */
export async function restoreDeletedPerson(context: Context, row: Entry, wanted: string | undefined) {
  const { db, now } = context;
  const { person_id: userId, user_key: userKey, username } = row;
  const name = wanted ?? username;
  if (!USERNAME.pattern.test(name) || name.length > USERNAME.max)
    throw new Refusal(
      "unprocessable",
      `\`${name}\` is no user name: ${USERNAME_RULE}, ${USERNAME.max} characters at most`,
    );
  await refuseTakenUsername(context, name);
  await refuseTakenIdentity(context, row);
  const drafts = db.expressions.removesDraftsOf(userKey);
  const runs = db.selectFrom("job").select("key").where(drafts).where("state", "in", ["waiting", "running"]);
  if (await runs.executeTakeFirst())
    throw new Refusal("conflict", `The drafts of \`${username}\` are still being deleted: try again in a while`);
  await db.updateTable("job").set({ state: "done" }).where(drafts).execute();
  await deleteRows(db, "deleted_person", { user_key: userKey });
  await setUser(context, userId, { deleted_at: null, username: name, api_key: newApiKey(), updated_at: now() });
  const there = await db.selectFrom("workspace").select("id").execute();
  const ids = new Set(there.map(({ id }) => id));
  for (const { id } of workspacesOf(row))
    if (id !== null && ids.has(id)) await insertMembership(context, { workspaceId: id, userId });
  const told = { from: name === username ? null : username };
  await noteAudit(context, { kind: "person_restored", person: { id: userId, username: name }, told });
  return { id: userId, name, task: row.role, workspace: "", restored: null, left: 0 };
}

async function refuseTakenIdentity({ db }: Context, { provider, subject, username }: Entry): Promise<void> {
  if (provider === null || subject === null) return;
  const same = presentUsers(db).where("provider", "=", provider).where("subject", "=", subject);
  const other = await same.executeTakeFirst();
  if (other)
    throw new Refusal(
      "conflict",
      `\`${username}\` has signed in with ${provider} again, and is \`${other.username}\` now: delete that account first`,
    );
}

/** The person stays deleted for good; the answers stay without a name. */
export async function removeDeletedPerson(
  context: Context,
  row: Pick<Entry, "user_key" | "person_id" | "username">,
  kind: "person_removed" | "person_expired",
): Promise<void> {
  await deleteRows(context.db, "deleted_person", { user_key: row.user_key });
  await noteAudit(context, { kind, person: { id: row.person_id, username: row.username } });
}
