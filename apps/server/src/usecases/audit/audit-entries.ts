import {
  AUDIT_GROUPS,
  type AuditEntry,
  type AuditEvent,
  type AuditFilter,
  auditBegins,
} from "@postil/domain/accounts/audit";
import { fullName } from "@postil/domain/accounts/full-name";
import type { Context } from "../../storage/store.ts";

/** The rows that a filter finds; entries that are too old are not there any more. */
export function matching({ db, now }: Context, { people, groups, since, search }: AuditFilter) {
  const kinds = groups.flatMap((group) => AUDIT_GROUPS[group]);
  const like = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return db
    .selectFrom("audit")
    .where("audit.at", ">=", Math.max(since ?? 0, auditBegins(now())))
    .$if(people.length > 0, (query) => query.where("audit.who", "in", people))
    .$if(groups.length > 0, (query) => query.where("audit.kind", "in", kinds))
    .$if(search !== "", (query) =>
      query.where((where) =>
        where.or(
          (["actor", "person", "told"] as const).map((column) =>
            where(where.fn("lower", [`audit.${column}`]), "like", like.toLowerCase()),
          ),
        ),
      ),
    );
}

/** As the user is called now; of one who is not there any more the row tells no name. */
export const nameNow = (username: string, user: { first_name: string | null; last_name: string | null }): string =>
  fullName({ username, firstName: user.first_name ?? "", lastName: user.last_name });

export type AuditPart = AuditFilter & { readonly before: number | null; readonly limit: number };

/** The latest entries that a filter finds, before the entry of a key. */
export async function entriesOf(context: Context, { before, limit, ...filter }: AuditPart): Promise<AuditEntry[]> {
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
