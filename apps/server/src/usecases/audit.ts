import {
  AUDIT_GROUPS,
  AUDIT_NAMES,
  type AuditEntry,
  type AuditEvent,
  type AuditEventOf,
  type AuditFilter,
  type AuditGroup,
  auditBegins,
  auditGroupOf,
  type InDataset,
} from "@postil/domain/accounts/audit";
import { fullName } from "@postil/domain/accounts/users";
import { type AuditBy, noteAudit } from "../storage/audit.ts";
import { rowsOf } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import { operatorAsCaller } from "./accounts/operator.ts";
import { requireOwner } from "./refuse.ts";

/** The rows that match a filter, without entries that are too old. */
function matching({ db, now }: Context, { people, groups, since, search }: AuditFilter) {
  const kinds = groups.flatMap((group) => AUDIT_GROUPS[group]);
  return db
    .selectFrom("audit")
    .where("audit.at", ">=", Math.max(since ?? 0, auditBegins(now())))
    .$if(people.length > 0, (query) => query.where("audit.who", "in", people))
    .$if(groups.length > 0, (query) => query.where("audit.kind", "in", kinds))
    .$if(search !== "", (query) =>
      query.where((where) =>
        where.or(
          (["actor", "person", "told"] as const).map((column) =>
            db.expressions.contains(where.fn<string | null>("lower", [`audit.${column}`]), search.toLowerCase()),
          ),
        ),
      ),
    );
}

/** The present name of the user. For a deleted user the row has no name. */
const nameNow = (username: string, user: { first_name: string | null; last_name: string | null }): string =>
  fullName({ username, firstName: user.first_name ?? "", lastName: user.last_name });

type AuditPart = AuditFilter & { readonly before: number | null; readonly limit: number };

/** The latest entries that match a filter, before the entry with key `before`. */
async function entriesOf(context: Context, { before, limit, ...filter }: AuditPart): Promise<AuditEntry[]> {
  const rows = await matching(context, filter)
    .leftJoin("user", "user.id", "audit.actor_id")
    .selectAll("audit")
    .select(["user.first_name", "user.last_name"])
    .$if(before !== null, (query) => query.where("audit.key", "<", before ?? 0))
    .orderBy("audit.key", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ key, at, kind, actor_id, actor, person_id, person, told, address, program, times, ...user }) => {
    // Written by noteAudit from an event of this kind.
    const event = {
      kind,
      told: JSON.parse(told),
      ...(person !== null && { person: { id: person_id, username: person } }),
    };
    const by =
      actor_id === null || actor === null ? null : { id: actor_id, username: actor, name: nameNow(actor, user) };
    return { key, at, actor: by, event: event as AuditEvent, address, program, times };
  });
}

/** Entries of the audit trail, the latest first. */
async function listAudit(context: Context, part: AuditPart): Promise<AuditEntry[]> {
  requireOwner(context);
  return entriesOf(context, part);
}

type AuditCounts = {
  readonly found: number;
  readonly total: number;
  /** For each group and for each person: the number of entries that the filter would find with it. */
  readonly groups: readonly { readonly group: AuditGroup; readonly count: number }[];
  readonly people: readonly { readonly username: string; readonly name: string; readonly count: number }[];
};

const EVERYTHING: AuditFilter = { people: [], groups: [], since: null, search: "" };

async function countAudit(context: Context, filter: AuditFilter): Promise<AuditCounts> {
  requireOwner(context);
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

/**
 * First the people with the most entries, then other users, then the names that were tried most often. So names that
 * strangers invent do not push out real people.
 */
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
    const username = who ?? ""; // the query excludes null
    return { username, name: nameNow(username, user), count };
  });
}

type Exported =
  | AuditEventOf<"dataset_exported">
  | AuditEventOf<"export_unfinished">
  | AuditEventOf<"audit_exported">
  | AuditEventOf<"file_unfinished">
  | AuditEventOf<"person_exported">;

/** Notes an export of data, because reads cannot write. Not open to requests. */
export const noteExport = async (context: Context, exported: Exported): Promise<void> => noteAudit(context, exported);

/** Notes that a backup was made. Not open to requests. */
const noteBackup = (context: Context, made: AuditEventOf<"backup_made">): Promise<void> =>
  noteAudit(context, made, made.told.how === "command" ? operatorAsCaller : context.caller);

/** Notes at the first start after a restoration what the data is. A start that was killed may have noted it already. */
async function noteRestoration(context: Context, restored: AuditEventOf<"backup_restored">): Promise<void> {
  const { kind, told } = restored;
  const noted = await rowsOf(context.db, "audit", { kind, told: JSON.stringify(told) })
    .select("key")
    .executeTakeFirst();
  if (!noted) await noteAudit(context, restored, operatorAsCaller);
}

/** The dataset that is read: a feedback dataset by its id, or a task dataset by its names. */
export type ReadDataset = { readonly id: string } | { readonly workspace: string; readonly name: string };

/** Notes that a program read all records of a dataset page by page, as a manager does. */
export type DatasetRead = { readonly by: AuditBy; readonly of: ReadDataset };

/** Puts reads into the audit trail, because reads cannot write. A deleted dataset is skipped. Not open to requests. */
async function noteReads(context: Context, reads: readonly DatasetRead[]): Promise<void> {
  for (const { by, of } of reads) {
    const told = "id" in of ? await namesById(context, of.id) : { dataset: of.name, workspace: of.workspace };
    if (told) await noteAudit(context, { kind: "dataset_read", told }, by);
  }
}

const namesById = ({ db }: Context, id: string): Promise<InDataset | undefined> =>
  db
    .selectFrom("dataset")
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .select(["dataset.name as dataset", "workspace.name as workspace"])
    .where("dataset.id", "=", id)
    .executeTakeFirst();

export const auditCalls = {
  reads: { listAudit, countAudit },
  writes: { noteExport, noteReads, noteBackup, noteRestoration },
} as const;
