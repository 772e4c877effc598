import { hash } from "node:crypto";
import {
  endsWithSuccess,
  FAILURE_KINDS,
  type FailureRow,
  leftAfterFailure,
  MOST_FAILURE_ROWS,
  waitOf,
} from "@postil/domain/accounts/failures";
import { deleteRows, insertRows, rowsOf } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";

/**
 * What several servers of one database share (shared/shared.ts). All times are by the clock of the database: it is the same for
 * all of them, and times of calls never go back, so one server whose clock is a day ahead would stop them for all. Codes and
 * addresses are stored as hashes. None of these calls is open to requests.
 */

/** Maximum number of used things of each kind, and of links that wait; those that end first are removed first. */
export const MOST_USED = 10_000;
export const MOST_LINKS = 100;
export const LINK_LIFETIME_MS = 15 * 60_000;

/** What is used once: the state of a sign-in with a provider, and a provider's token that ends a session. */
const USED_KINDS = ["state", "logout"] as const;
export type UsedKind = (typeof USED_KINDS)[number];

/** Maximum number of rows that one new row removes. */
const REMOVED_AT_ONCE = 1000;

const MICROS = 1000;
const digestOf = (...parts: readonly string[]): string => hash("sha256", JSON.stringify(parts));

type OfRows = { readonly rows: readonly FailureRow[] };
const failureKey = ({ kind, key }: FailureRow): string => digestOf(kind, key);

/** For each row: milliseconds until its failures are forgiven; 0 if it is not there. */
async function readFailures({ db }: Context, { rows }: OfRows): Promise<readonly number[]> {
  const keys = rows.map(failureKey);
  const found = await db
    .selectFrom("failed_attempts")
    .select(["key", ({ eb }) => eb("forgiven_at", "-", db.expressions.wallClock).as("left")])
    .where("key", "in", keys)
    .execute();
  const left = new Map(found.map((row) => [row.key, row.left / MICROS]));
  return keys.map((key) => left.get(key) ?? 0);
}

/** Counts a failure in all rows and returns 0; or counts nothing, and returns the milliseconds to wait. */
async function countFailure(context: Context, { rows }: OfRows): Promise<number> {
  const { db } = context;
  const left = await readFailures(context, { rows });
  const wait = waitOf(rows, left);
  if (wait > 0) return wait;
  await removeOver(context, "failed_attempts", FAILURE_KINDS);
  for (const [at, row] of rows.entries()) {
    const more = Math.round(leftAfterFailure(row, left[at] ?? 0) * MICROS);
    const key = failureKey(row);
    await deleteRows(db, "failed_attempts", { key });
    await removeBeyond(context, "failed_attempts", row.kind, MOST_FAILURE_ROWS);
    await db
      .insertInto("failed_attempts")
      .values(({ eb }) => ({ key, kind: row.kind, forgiven_at: eb(db.expressions.wallClock, "+", more) }))
      .execute();
  }
  return 0;
}

type Kept = "failed_attempts" | "used_once";
/** When a row of a table is over. */
const OVER = { failed_attempts: "forgiven_at", used_once: "until" } as const satisfies { readonly [T in Kept]: string };

/** Both tables have the columns that are used; the types of Kysely see no single table in two. */
const named = (table: Kept) => ({ table: table as "used_once", over: OVER[table] as "until" });

/** Rows that are over; one new row removes so many at most. */
async function removeOver({ db }: Context, kept: Kept, kinds: readonly string[]): Promise<void> {
  const { table, over } = named(kept);
  const gone = db
    .selectFrom(table)
    .select("key")
    .where("kind", "in", kinds as readonly UsedKind[])
    .where(over, "<=", db.expressions.wallClock);
  await db.deleteFrom(table).where("key", "in", gone.limit(REMOVED_AT_ONCE)).execute();
}

/** Leaves room for one more row of a kind: those that end first go. */
async function removeBeyond({ db }: Context, kept: Kept, kind: string, most: number): Promise<void> {
  const { table, over } = named(kept);
  const first = db
    .selectFrom(table)
    .select("key")
    .where("kind", "=", kind as UsedKind)
    .orderBy(over, "desc")
    .limit(REMOVED_AT_ONCE)
    .offset(most - 1);
  await db.deleteFrom(table).where("key", "in", first).execute();
}

/** Clears the rows that end with a success and returns 0; or clears nothing, and returns the milliseconds to wait. */
async function forgiveFailures(context: Context, { rows }: OfRows): Promise<number> {
  const wait = waitOf(rows, await readFailures(context, { rows }));
  if (wait > 0) return wait;
  for (const row of rows.filter(endsWithSuccess))
    await deleteRows(context.db, "failed_attempts", { key: failureKey(row) });
  return 0;
}

/** `until`: in epoch milliseconds. */
type UseOnce = { readonly kind: UsedKind; readonly id: string; readonly until: number };

/** Returns false for what was used before, and for what is too late by the clock of the database. */
async function useOnce(context: Context, { kind, id, until }: UseOnce): Promise<boolean> {
  const { db } = context;
  await removeOver(context, "used_once", USED_KINDS);
  const key = digestOf(kind, id);
  if (await rowsOf(db, "used_once", { key }).select("key").executeTakeFirst()) return false;
  await removeBeyond(context, "used_once", kind, MOST_USED);
  const good = Math.round(until * MICROS);
  await insertRows(db, "used_once", { key, kind, until: good });
  const later = rowsOf(db, "used_once", { key }).select("key").where("until", ">", db.expressions.wallClock);
  return (await later.executeTakeFirst()) !== undefined;
}

type OfCode = { readonly code: string };

async function addSignInLink({ db }: Context, { code, userId }: OfCode & { readonly userId: string }): Promise<void> {
  const clock = db.expressions.wallClock;
  await db.deleteFrom("sign_in_link").where("until", "<=", clock).execute();
  await db
    .deleteFrom("sign_in_link")
    .where("code_hash", "in", (from) =>
      from
        .selectFrom("sign_in_link")
        .select("code_hash")
        .orderBy("until", "desc")
        .limit(REMOVED_AT_ONCE)
        .offset(MOST_LINKS - 1),
    )
    .execute();
  await db
    .insertInto("sign_in_link")
    .values(({ eb }) => ({
      code_hash: digestOf(code),
      user_id: userId,
      until: eb(clock, "+", LINK_LIFETIME_MS * MICROS),
    }))
    .execute();
}

const linkOf = ({ db }: Context, code: string) =>
  rowsOf(db, "sign_in_link", { code_hash: digestOf(code) })
    .select("user_id")
    .where("until", ">", db.expressions.wallClock)
    .executeTakeFirst();

const hasSignInLink = async (context: Context, { code }: OfCode): Promise<boolean> =>
  (await linkOf(context, code)) !== undefined;

/** The user of a link, which is good once; null if it is not good any more. */
async function takeSignInLink(context: Context, { code }: OfCode): Promise<string | null> {
  const link = await linkOf(context, code);
  await deleteRows(context.db, "sign_in_link", { code_hash: digestOf(code) });
  return link?.user_id ?? null;
}

/** `name`: what it is for. */
export type NamedSecret = { readonly name: string; readonly value: string };
type Offered = { readonly offered: readonly NamedSecret[] };

/**
 * Returns the secrets of the database with the names of those that are offered. One that is missing is stored as it was
 * offered, so of several servers that start at once the first decides.
 */
async function agreeOnSecrets({ db }: Context, { offered }: Offered): Promise<readonly NamedSecret[]> {
  const names = offered.map(({ name }) => name);
  const found = await db.selectFrom("secret").selectAll().where("name", "in", names).execute();
  const missing = offered.filter(({ name }) => !found.some((one) => one.name === name));
  if (missing.length > 0) await insertRows(db, "secret", missing);
  return [...found, ...missing];
}

export const sharedStateCalls = {
  reads: { readFailures, hasSignInLink },
  writes: { countFailure, forgiveFailures, useOnce, addSignInLink, takeSignInLink, agreeOnSecrets },
};
