import { type AuditEventOf, programOf } from "@postil/domain/accounts/audit";
import {
  endsByProvider,
  type Lifetimes,
  type PersonSession,
  renewalOf,
  type SessionEnd,
  type SessionOver,
  sessionExpires,
} from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { endSessions, removeOldSessions, userFromRow } from "../../storage/people.ts";
import { insertRows, rowsOf, updateRows } from "../../storage/statements.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";
import { requireCaller } from "../refuse.ts";
import { requirePerson } from "./people.ts";
import { type OfUser, presentUsers } from "./users.ts";

export const NOBODY = "Could not validate credentials";

export type SessionProof = { readonly userId: string; readonly session: string };

/** The session of a token. If it has ended, the refusal says why, so that the page can tell the user. */
export async function loadLiveSession({ db, now }: Context, { userId, session }: SessionProof) {
  const rows = db.selectFrom("session").selectAll().where("user_id", "=", userId);
  const row = await rows.where("id", "=", session).executeTakeFirst();
  if (row && row.ended_at === null && row.expires_at > now()) return row;
  const ended: SessionOver =
    row?.ended_by ?? (row && endsByProvider(row.expires_at, row.began_at, row.most_seconds) ? "recheck" : "expired");
  throw new Refusal("unauthorized", NOBODY, undefined, { ended });
}

/** `sid`: the provider's id of its own session. `mostSeconds`: the longest time of a session; null: no limit of its own. */
export type ThroughProvider = {
  readonly provider: string;
  readonly sid: string | null;
  readonly mostSeconds: number | null;
};

export type NewSession = {
  readonly user: Pick<User, "id" | "username">;
  /** The hash that matched the password; null for another proof. */
  readonly passwordHash: string | null;
  /** A new hash of Postil that replaces the hash from another server. */
  readonly newHash?: string | undefined;
  /** True if its tokens are short-lived and renewed. */
  readonly renews: boolean;
  readonly lifetimes: Lifetimes;
  readonly told: AuditEventOf<"signed_in">["told"];
  readonly from: RequestOrigin;
  /** The network of the address, as owners see it. */
  readonly network: string;
  /** The provider that confirmed the user; null: another proof. */
  readonly through: ThroughProvider | null;
  /** Id of a session that already exists in memory; without it a new id is made. */
  readonly id?: string;
};

export type LiveSession = { readonly id: string; readonly number: number; readonly expiresAt: Micros };

/** Begins a session for a user whose proof was checked. Not open to requests. */
async function beginSession(context: Context, input: NewSession): Promise<LiveSession> {
  const { db, now } = context;
  const { user, newHash, renews, lifetimes, told, from, network, through } = input;
  await refuseOldProof(context, input);
  if (newHash !== undefined) await updateRows(db, "user", { id: user.id }, { password_hash: newHash });
  const at = now();
  const most = through?.mostSeconds ?? null;
  const session = { id: input.id ?? newId(), number: 1, expiresAt: sessionExpires(at, at, lifetimes, most) };
  await removeOldSessions(db, user.id, at);
  await insertRows(db, "session", {
    id: session.id,
    user_id: user.id,
    number: session.number,
    renews: renews ? 1 : 0,
    began_at: at,
    renewed_at: at,
    expires_at: session.expiresAt,
    ended_at: null,
    ended_by: null,
    program: programOf(from.userAgent),
    network,
    provider: through?.provider ?? null,
    provider_session: through?.sid ?? null,
    most_seconds: most,
  });
  await noteAudit(context, { kind: "signed_in", told }, { ...user, from });
  return session;
}

/** The comparison of a password takes time. Meanwhile the password may have changed, or the user be gone. */
async function refuseOldProof({ db }: Context, { user, passwordHash }: NewSession): Promise<void> {
  const row = await rowsOf(db, "user", { id: user.id, deleted_at: null, deactivated_at: null })
    .select("password_hash")
    .executeTakeFirst();
  if (row && (passwordHash === null || passwordHash === row.password_hash)) return;
  throw new Refusal("unauthorized", NOBODY);
}

export type RenewSession = SessionProof & {
  readonly number: number;
  readonly lifetimes: Lifetimes;
  readonly from: RequestOrigin;
};

type RenewedSession = { readonly user: User; readonly session: LiveSession };

/**
 * Returns the content of the next token of a session. Besides the last token, only the one before it is accepted, for a lost
 * answer or a second tab. An older token ends the session ("reused"): so a stolen copy works no longer than the owner's own
 * token. Not open to requests.
 */
async function renewSession(context: Context, input: RenewSession): Promise<RenewedSession | "reused"> {
  const { db, now } = context;
  const { lifetimes, from } = input;
  const { user, row, renewal } = await loadRenewal(context, input);
  if (renewal === "spent") {
    await endSession(context, input, "reused");
    await noteAudit(context, { kind: "session_reused", person: user }, { id: null, from });
    return "reused";
  }
  const at = now();
  const number = renewal === "next" ? row.number + 1 : row.number;
  const expiresAt = sessionExpires(at, row.began_at, lifetimes, row.most_seconds);
  await updateRows(db, "session", { id: row.id }, { number, renewed_at: at, expires_at: expiresAt });
  return { user, session: { id: row.id, number, expiresAt } };
}

/** The next token's content if the renewal cannot be written (API-51): it stays the same. Not open to requests. */
async function reshowSession(context: Context, input: RenewSession): Promise<RenewedSession> {
  const { user, row, renewal } = await loadRenewal(context, input);
  if (renewal === "spent") throw new Refusal("unauthorized", NOBODY);
  return { user, session: { id: row.id, number: row.number, expiresAt: row.expires_at } };
}

/**
 * The user and the session, and if the token is the last one, the one before or older. Refuses a session that cannot be
 * renewed.
 */
async function loadRenewal(context: Context, input: RenewSession) {
  const { userId, number: shown } = input;
  const owner = await presentUsers(context.db).where("id", "=", userId).executeTakeFirst();
  if (!owner) throw new Refusal("unauthorized", NOBODY, { type: "user", name: userId });
  const row = await loadLiveSession(context, input);
  const renewal = renewalOf(shown, row.number);
  if (!row.renews || renewal === "unknown") throw new Refusal("unauthorized", "Invalid token");
  return { user: userFromRow(owner), row, renewal };
}

async function endSession({ db, now }: Context, { userId, session }: SessionProof, because: SessionEnd): Promise<void> {
  const ended = { ended_at: now(), ended_by: because };
  await updateRows(db, "session", { id: session, user_id: userId }, ended);
}

/** Ends the session of the caller's token. A caller with a key has no session (AUT-12). */
async function endOwnSession(context: Context): Promise<void> {
  const { id: userId, from } = requireCaller(context);
  const session = from?.session ?? null;
  if (session === null) return;
  await endSession(context, { userId, session }, "signed_out");
  await noteAudit(context, { kind: "signed_out" });
}

async function countOtherSessions(context: Context): Promise<number> {
  const { id, from } = requireCaller(context);
  const { count } = await rowsOf(context.db, "session", { user_id: id, ended_at: null })
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("expires_at", ">", context.now())
    .where("id", "!=", from?.session ?? "")
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends all sessions of the caller except the present one, and returns their number. */
async function endOtherSessions(context: Context): Promise<number> {
  const { id, from } = requireCaller(context);
  const count = await endSessions(context, id, "elsewhere", from?.session);
  if (count > 0) await noteAudit(context, { kind: "sessions_ended", told: { count } });
  return count;
}

const liveSessions = ({ db, now }: Context) =>
  db.selectFrom("session").where("session.ended_at", "is", null).where("session.expires_at", ">", now());

/** The sessions of a person that work now, the last used one first; a person has at most 1,000 (COM-15). */
async function listPersonSessions(context: Context, { userId }: OfUser): Promise<readonly PersonSession[]> {
  await requirePerson(context, userId);
  const own = requireCaller(context).from?.session ?? null;
  const rows = await liveSessions(context)
    .select(["id", "began_at", "renewed_at", "program", "network", "provider"])
    .where("user_id", "=", userId)
    .orderBy("renewed_at", "desc")
    .execute();
  return rows.map(({ id, began_at, renewed_at, program, network, provider }) => ({
    id,
    beganAt: began_at,
    lastUsedAt: renewed_at,
    program,
    network,
    provider,
    isThis: id === own,
  }));
}

/** Ends one session of a person (COM-15). One that has ended meanwhile is not found. */
async function endPersonSession(context: Context, { userId, session }: SessionProof): Promise<void> {
  const person = await requirePerson(context, userId);
  const row = await liveSessions(context)
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "=", session)
    .execute();
  if (row.length === 0) throw new Refusal("not_found", `Session with id \`${session}\` not found`);
  const isSelf = requireCaller(context).id === userId;
  await endSession(context, { userId, session }, isSelf ? "elsewhere" : "owner");
  await noteAudit(context, { kind: "sessions_ended", told: { count: 1 }, ...(isSelf ? {} : { person }) });
}

type EndProviderSessions = {
  /** The name of the provider, and its title. */
  readonly provider: string;
  readonly title: string;
  readonly sid: string | null;
  readonly subject: string | null;
  readonly from: RequestOrigin;
};

/**
 * Ends the sessions that a provider has ended (COM-13): that of its id, or all of a subject if it gives no id. A session whose id
 * the provider did not tell counts too. Not open to requests.
 */
async function endProviderSessions(context: Context, input: EndProviderSessions): Promise<void> {
  const { provider, title, sid, subject, from } = input;
  const rows = await liveSessions(context)
    .innerJoin("user", "user.id", "session.user_id")
    .select(["session.id", "user.id as userId", "user.username"])
    .where("session.provider", "=", provider)
    .where((where) =>
      where.or([
        where("session.provider_session", "=", sid ?? ""),
        where.and([
          where("user.provider", "=", provider),
          where("user.subject", "=", subject ?? ""),
          ...(sid === null ? [] : [where("session.provider_session", "is", null)]),
        ]),
      ]),
    )
    .execute();
  for (const { id: session, userId } of rows) await endSession(context, { userId, session }, "provider");
  for (const [id, own] of Map.groupBy(rows, ({ userId }) => userId)) {
    const person = { id, username: own[0]?.username ?? "" };
    const told = { count: own.length, provider: title };
    await noteAudit(context, { kind: "sessions_ended", person, told }, { id: null, from });
  }
}

export const sessionCalls = {
  reads: { countOtherSessions, reshowSession, listPersonSessions },
  writes: { beginSession, renewSession, endOwnSession, endOtherSessions, endPersonSession, endProviderSessions },
};
