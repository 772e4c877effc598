import {
  AUDIT_FAILURES,
  AUDIT_REPEAT,
  AUDIT_REPEATED,
  type AuditEvent,
  type AuditKind,
  auditBegins,
  auditedAtOnce,
  programOf,
} from "@postil/domain/accounts/audit";
import type { Micros } from "@postil/domain/time";
import type { Selectable } from "kysely";
import type { Caller, Context } from "./store.ts";
import type { Db } from "./tables.ts";
import type { AuditTable } from "./tables-of-people.ts";

type Row = Omit<Selectable<AuditTable>, "key" | "times" | "who">;

/** The person who did it, and from where: the caller, or nobody if the person is not known yet. */
export type AuditBy = Pick<Caller, "id" | "username" | "from"> | { readonly id: null; readonly from?: Caller["from"] };

/** Maximum length of a stored name; a failed sign-in may send any text. */
const NAME_MAX = 200;

/** Writes an event into the audit trail, in the transaction of the event. `by`: who did it, if that is not the caller. */
export async function noteAudit(
  { db, caller, now }: Context,
  event: AuditEvent,
  by: AuditBy | null = caller,
): Promise<void> {
  const row: Row = { at: now(), kind: event.kind, ...source(by), ...subject(event) };
  if (AUDIT_REPEATED.has(event.kind) && (await countRepeat(db, row))) return;
  if (await countFlood(db, row)) return;
  await removeOld(db, row.at);
  const { key } = await db.insertInto("audit").values(row).returning("key").executeTakeFirstOrThrow();
  if (row.kind === "sign_in_failed" && key % LOOKED_EVERY === 0) await removeBeyond(db, row.kind);
}

/** Maximum number of old entries that one new entry removes, so that no call waits for years of them. */
const REMOVED_AT_ONCE = 100;

async function removeOld(db: Db, at: Micros): Promise<void> {
  await db
    .deleteFrom("audit")
    .where("key", "in", (from) =>
      from.selectFrom("audit").select("key").where("at", "<", auditBegins(at)).limit(REMOVED_AT_ONCE),
    )
    .execute();
}

/** A pass over a hundred thousand keys takes milliseconds, so it does not run for every wrong password. */
const LOOKED_EVERY = 64;

/** Limits the space that failures take in the file. Entries of other kinds are not removed. */
async function removeBeyond(db: Db, kind: AuditKind): Promise<void> {
  const ofKind = db.selectFrom("audit").select("key").where("kind", "=", kind).orderBy("key", "desc");
  const first = await ofKind.offset(AUDIT_FAILURES).limit(1).executeTakeFirst();
  if (first) await db.deleteFrom("audit").where("kind", "=", kind).where("key", "<=", first.key).execute();
}

function subject({ person, told }: AuditEvent) {
  return {
    person_id: person?.id ?? null,
    person: person?.username.slice(0, NAME_MAX) ?? null,
    told: JSON.stringify(told ?? {}),
  };
}

/** The operator on the server's own machine has no name (usecases/refuse.ts). */
function source(by: AuditBy | null) {
  const known = by?.id != null && by.username !== "" ? by : null;
  const isOperator = by?.id != null && known === null;
  const { address = null, userAgent = "" } = by?.from ?? {};
  return {
    actor_id: known?.id ?? null,
    actor: known?.username ?? null,
    address: isOperator ? null : address,
    program: isOperator ? "command line" : programOf(userAgent),
  };
}

/** Entries of the same kind, actor (or none), person and address shortly before; the newest first. */
const justBefore = (db: Db, row: Row) =>
  db
    .selectFrom("audit")
    .select("key")
    .where("kind", "=", row.kind)
    .where("address", "is", row.address)
    .where("at", ">=", row.at - AUDIT_REPEAT)
    .where("actor_id", "is", row.actor_id)
    .where("person", "is", row.person)
    // The order of the index: with another order the engine would read all entries of the kind.
    .orderBy("at", "desc")
    .limit(1);

/**
 * True if the same event happened shortly before from the same address. Then that entry is counted up. For unknown actors the
 * program name is ignored, because strangers can choose it freely.
 */
async function countRepeat(db: Db, row: Row): Promise<boolean> {
  const last = await justBefore(db, row)
    .where("told", "=", row.told)
    .$if(row.actor_id !== null, (query) => query.where("program", "is", row.program))
    .executeTakeFirst();
  if (last) await countAt(db, last.key);
  return last !== undefined;
}

/**
 * True if the same actor has just done many events of the same kind. Then this event is counted up at the last entry, so that
 * nobody can fill the trail, for example with new and revoked keys.
 */
async function countFlood(db: Db, row: Row): Promise<boolean> {
  if (row.actor_id === null) return false;
  const before = justBefore(db, row);
  const isFlood = await before.offset(auditedAtOnce(row.kind) - 1).executeTakeFirst();
  const last = isFlood && (await before.executeTakeFirst());
  if (last) await countAt(db, last.key);
  return last !== undefined;
}

async function countAt(db: Db, key: number): Promise<void> {
  const counted = db.updateTable("audit").set((row) => ({ times: row("times", "+", 1) }));
  await counted.where("key", "=", key).execute();
}
