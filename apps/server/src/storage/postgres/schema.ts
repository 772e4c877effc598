import { setTimeout as pause } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import { Interrupted } from "../failure.ts";
import { DatabaseUnusable } from "./failure.ts";
import { HELD_AS, LOCKS } from "./locks.ts";
import { type Index, type Migration, migrations } from "./migrations/index.ts";

/**
 * The schema of a database that servers of two versions use while one follows the other. Its number is that of the migrations that
 * it has. `clock.oldest` is the smallest number that a server must know to work with it.
 */

/** The number of the schema that this server knows. */
export const SCHEMA = migrations.length;

export type Schema = { readonly version: number; readonly oldest: number };

/** How long a migration waits for a table, ms: whoever comes for the table meanwhile waits too. */
const LOCK_WITHIN = 300;
/** How long it leaves the table to others before it tries again, ms. */
const AGAIN = 700;
/** How long it tries until it says what is in the way, ms. */
const TRIES_FOR = 20_000;

/** Why a server that knows less than `oldest` does not start. */
export const newerThanThis = (version: number): string =>
  `the database was written by a newer Postil (schema ${version}, this one knows ${SCHEMA})`;

/** What the log of an older server says that goes on. */
export const besideNewer = (version: number): string =>
  `The database has the schema ${version} of a newer version. This server knows ${SCHEMA} and can go on. Upgrade it too.`;

/** What its callers hear, if it runs already. Behind a balancer another one answers when they try again. */
export const outdated = (): Interrupted =>
  new Interrupted(
    "This server is of an earlier version, which does not know the data any more as a newer one has changed it. Nothing of this was saved. Try again.",
  );

/** Says what an operator would wonder about. */
type Say = (line: string) => void;

/**
 * Brings the schema up to date, while servers of the version before work on it. Throws {@link DatabaseUnusable} if something is in
 * the way for too long, and if this server must not work with the schema; `isStrict`: with any that is newer.
 */
export async function bringUpToDate(
  client: Client,
  { say, isStrict }: { say: Say; isStrict: boolean },
): Promise<Schema> {
  const found = (await schemaOf(client)) ?? (await begin(client, say));
  if (found.version < SCHEMA) {
    await takeTurn(client, say);
    await migrate(client, say);
  }
  const schema = (await schemaOf(client)) ?? found;
  if (schema.version > SCHEMA && (isStrict || schema.oldest > SCHEMA))
    throw new DatabaseUnusable(newerThanThis(schema.version));
  return schema;
}

/**
 * One server migrates at a time. Each tries again and again: a statement that waits is an open transaction, for which an index that
 * is built beside others waits.
 */
async function takeTurn(client: Client, say: Say): Promise<void> {
  for (let tried = 0; ; tried++) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCKS.migrating}) as taken`);
    if (rows[0]?.taken) return;
    if (tried === 1) say("Another server brings the schema of the database up to date. This one waits for it.");
    await pause(AGAIN);
  }
}

/** Null: it has no tables yet. Throws {@link DatabaseUnusable} if it has those of another program. */
async function schemaOf(client: Client): Promise<Schema | null> {
  const there = await client.query<{ tables: string[]; isOurs: boolean; hasOldest: boolean }>(`
    select coalesce(array_agg(relname::text order by relname), '{}') as tables,
      (select array_agg(attname::text) = '{version}' from pg_attribute
       where attrelid = to_regclass('schema_version') and attnum > 0) as "isOurs",
      exists (select from pg_attribute where attrelid = to_regclass('clock') and attname = 'oldest') as "hasOldest"
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`);
  const { tables = [], isOurs = false, hasOldest = false } = there.rows[0] ?? {};
  // Ours is made first, and stands alone after a start that was stopped.
  if (tables.length > 0 && (!isOurs || (tables.length > 1 && !tables.includes("workspace"))))
    throw new DatabaseUnusable(
      `the database has tables of another program (${tables.slice(0, 3).join(", ")}); Postil needs one of its own`,
    );
  if (!isOurs) return null;
  const oldest = hasOldest ? "(select oldest from clock)" : "version";
  const { rows } = await client.query<{ version: string; oldest: string }>(
    `select version, ${oldest} as oldest from schema_version`,
  );
  return { version: Number(rows[0]?.version ?? 0), oldest: Number(rows[0]?.oldest ?? 0) };
}

/** Makes the table that says whose database this is. */
async function begin(client: Client, say: Say): Promise<Schema> {
  await takeTurn(client, say);
  const made = await schemaOf(client);
  if (made) return made;
  // Each table is a type too.
  const types = await client.query(
    "select from pg_type where typname = 'vector' and typnamespace = current_schema()::regnamespace",
  );
  if (types.rows.length > 0)
    throw new DatabaseUnusable(
      'the extension "vector" has taken the name of a table that Postil needs: drop it, or put it elsewhere (create schema extensions; alter extension vector set schema extensions)',
    );
  await client.query(
    "begin; create table schema_version (version bigint not null); insert into schema_version values (0); commit",
  );
  return { version: 0, oldest: 0 };
}

async function migrate(client: Client, say: Say): Promise<void> {
  const { version } = (await schemaOf(client)) ?? { version: 0 };
  await patiently(say, () => refuseBesideCommand(client));
  for (const [at, migration] of migrations.entries()) {
    if (at < version) continue;
    for (const index of migration.indexes ?? []) await buildIndex(client, index);
    await patiently(say, () => tryMigration(client, at + 1, migration));
  }
}

/** Something that may be over soon, in words. */
class InTheWay extends Error {}

/** Tries again as long as something is in the way, and says what after some time. */
async function patiently(say: Say, attempt: () => Promise<void>): Promise<void> {
  const until = performance.now() + TRIES_FOR;
  for (let told = ""; ; ) {
    const obstacle = await attempt().then(
      () => null,
      (error: unknown) => {
        if (error instanceof InTheWay) return error.message;
        throw error;
      },
    );
    if (obstacle === null) return;
    if (performance.now() > until) throw new DatabaseUnusable(obstacle);
    if (obstacle !== told) say(`The schema of the database is not brought up to date yet: ${obstacle}.`);
    told = obstacle;
    await pause(AGAIN);
  }
}

/** `postil move` of a version before would leave out what it does not know. */
async function refuseBesideCommand(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock_shared(${LOCKS.serving}) as taken`,
  );
  if (!rows[0]?.taken)
    throw new InTheWay("a command (postil move, postil doctor --rebuild) has the database to itself");
}

/** One transaction, which nobody waits for longer than for its statements. */
async function tryMigration(client: Client, number: number, { name, sql, oldest }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${LOCK_WITHIN}`);
  try {
    if (oldest !== "as before" && number > 1) {
      await refuseBesideOlder(client, name, oldest);
      await client.query("select from clock for update");
      await refuseBesideOlder(client, name, oldest);
    }
    await client.query(sql);
    await client.query(`update schema_version set version = ${number}`);
    if (oldest !== "as before" && number >= WITH_OLDEST) await client.query(`update clock set oldest = ${oldest}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    const isHeldUp = error instanceof DatabaseError && HELD_UP.has(error.code ?? "");
    throw isHeldUp ? new InTheWay(heldUp(name)) : error;
  }
}

/** The schema from which on `clock.oldest` is there. */
const WITH_OLDEST = 1 + migrations.findIndex(({ name }) => name === "oldest servers");
/** No lock in time, and a deadlock. */
const HELD_UP: ReadonlySet<string> = new Set(["55P03", "40P01"]);

const heldUp = (name: string): string =>
  `something reads or changes its tables for too long, as an export or pg_dump does, and the change "${name}" needs a moment between`;

/**
 * Servers that could not go on after it must have ended. They are looked for before the row of the clock is locked, for which all
 * writes wait, and after it: a server that begins later, or that was paused, finds in its first write what has changed (writes.ts).
 */
async function refuseBesideOlder(client: Client, name: string, oldest: number): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>(
    `select distinct application_name as name from pg_locks as lines left join pg_stat_activity using (pid)
     where ${HELD_AS.server} and not exists
       (select from pg_locks where pid = lines.pid and ${HELD_AS.schema} and objid >= ${oldest}) order by 1`,
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => `"${(row.name ?? "").replace(/^postil /, "")}"`).join(", ");
  throw new InTheWay(
    `the change "${name}" would break servers of earlier versions that run (${names}): end these, or upgrade them first`,
  );
}

/** While everybody writes. What a start that was killed has left of it is built anew. */
async function buildIndex(client: Client, { name, on }: Index): Promise<void> {
  const valid = async () => {
    const { rows } = await client.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
      [name],
    );
    return rows[0]?.valid;
  };
  // It waits for transactions that have begun before it, and holds nobody up.
  await client.query("set lock_timeout = 0");
  if ((await valid()) === false) await client.query(`drop index concurrently ${name}`);
  if ((await valid()) === undefined) await client.query(`create index concurrently ${name} on ${on}`);
}
