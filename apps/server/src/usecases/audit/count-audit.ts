import { AUDIT_NAMES, type AuditFilter, type AuditGroup, auditGroupOf } from "@postil/domain/accounts/audit";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { matching, nameNow } from "./audit-entries.ts";

export type AuditCounts = {
  readonly found: number;
  readonly total: number;
  /** Of each group what the filter would find with it, and of each person. */
  readonly groups: readonly { readonly group: AuditGroup; readonly count: number }[];
  readonly people: readonly { readonly username: string; readonly name: string; readonly count: number }[];
};

const EVERYTHING: AuditFilter = { people: [], groups: [], since: null, search: "" };

/** How many entries of the audit trail a filter finds. */
export async function countAudit(context: Context, filter: AuditFilter): Promise<AuditCounts> {
  requireOwner(requireCaller(context));
  const count = async (one: AuditFilter) => {
    const row = await matching(context, one)
      .select((of) => of.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return row.count;
  };
  return {
    found: await count(filter),
    total: await count(EVERYTHING),
    groups: await groupsOf(context, filter),
    people: await peopleOf(context, filter),
  };
}

async function groupsOf(context: Context, filter: AuditFilter): Promise<AuditCounts["groups"]> {
  const rows = await matching(context, { ...filter, groups: [] })
    .select((of) => ["kind", of.fn.countAll<number>().as("count")])
    .groupBy("kind")
    .execute();
  const counts = new Map<AuditGroup, number>();
  for (const { kind, count } of rows) {
    const group = auditGroupOf(kind);
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return [...counts].map(([group, count]) => ({ group, count }));
}

/** Those who did most, then people here, then the names that were tried most: what strangers make up pushes nobody out. */
async function peopleOf(context: Context, filter: AuditFilter): Promise<AuditCounts["people"]> {
  const counted = matching(context, { ...filter, people: [] })
    .where("audit.who", "is not", null)
    .select(({ fn }) => [
      "audit.who",
      fn.countAll<number>().as("count"),
      fn.count<number>("audit.actor").as("done"),
      fn.max("audit.actor_id").as("actor_id"),
    ])
    .groupBy("audit.who");
  const first = context.db
    .selectFrom(counted.as("counted"))
    .leftJoin("user as tried", (join) =>
      join.onRef("tried.username", "=", "counted.who").on("tried.deleted_at", "is", null),
    )
    .select(({ eb }) => ["who", "count", "done", "actor_id", eb("tried.id", "is not", null).as("here")])
    .orderBy("done", "desc")
    .orderBy("here", "desc")
    .orderBy("count", "desc")
    .orderBy("who")
    .limit(AUDIT_NAMES);
  const rows = await context.db
    .selectFrom(first.as("first"))
    .leftJoin("user", "user.id", "first.actor_id")
    .select(["first.who", "first.count", "user.first_name", "user.last_name"])
    .orderBy("first.done", "desc")
    .orderBy("first.here", "desc")
    .orderBy("first.count", "desc")
    .orderBy("first.who")
    .execute();
  return rows.map(({ who, count, ...user }) => {
    const username = who ?? ""; // none is null, as asked
    return { username, name: nameNow(username, user), count };
  });
}
