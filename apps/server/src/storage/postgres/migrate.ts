import type { Client } from "pg";
import { StorageFailure } from "../failure.ts";
import { createClient, placeOf } from "./database.ts";
import { failureOf, OLDEST, type Place } from "./failure.ts";
import { migrations } from "./migrations/index.ts";

/** Why a database cannot be used, in words for an operator. */
export class DatabaseUnusable extends StorageFailure {}

/** The server must have answered after this time, ms. */
const ANSWERS_WITHIN = 5000;
/** Of all servers that use this database, one migrates at a time. Any number that nobody else uses in it. */
const MIGRATING = 6_900_015;

/** Checks the server and the database, and brings the schema up to date. Throws {@link DatabaseUnusable}. */
export async function prepareDatabase(url: string): Promise<void> {
  const place = placeOf(url);
  const client = createClient(url, ANSWERS_WITHIN);
  // The statement that is running fails with it.
  client.on("error", () => {});
  try {
    await client.connect();
    await check(client);
    await migrate(client);
  } catch (error) {
    throw unusableFor(error, place);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Why a start has failed; an error of the program stays as it is. */
export function unusableFor(error: unknown, place: Place): unknown {
  const failure = failureOf(error, place);
  return failure === null ? error : new DatabaseUnusable(failure.reason);
}

async function check(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; reads: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as reads",
  );
  const [found] = rows;
  const fault = found && faultOf({ version: Number(found.version), encoding: found.encoding, reads: found.reads });
  if (fault) throw new DatabaseUnusable(fault);
}

/** What is wrong with a server that answers. `version`: as it counts them, 150003 for 15.3. */
export function faultOf(server: {
  readonly version: number;
  readonly encoding: string;
  readonly reads: string;
}): string | null {
  const { version, encoding, reads } = server;
  if (version < OLDEST * 10_000)
    return `the database server is PostgreSQL ${Math.floor(version / 10_000)}, and ${OLDEST} or newer is needed`;
  if (encoding !== "UTF8") return `the encoding of the database is ${encoding}, and only UTF8 can hold all texts`;
  if (reads === "on") return "the database server is read-only";
  return null;
}

async function migrate(client: Client): Promise<void> {
  // Another server may migrate for long.
  await client.query("set lock_timeout = 0");
  await client.query(`select pg_advisory_lock(${MIGRATING})`);
  const known = await versionOf(client);
  if (known > migrations.length)
    throw new DatabaseUnusable(
      `the database was written by a newer Postil (schema ${known}, this one knows ${migrations.length})`,
    );
  for (const [at, { sql }] of migrations.entries()) {
    if (at < known) continue;
    await client.query("begin");
    await client.query(sql);
    await client.query(`update schema_version set version = ${at + 1}`);
    await client.query("commit");
  }
}

/** The number of migrations that the database has; 0 for a new one. */
async function versionOf(client: Client): Promise<number> {
  const there = await client.query<{ tables: string[]; isOurs: boolean }>(`
    select coalesce(array_agg(relname::text order by relname), '{}') as tables,
      (select array_agg(attname::text) = '{version}' from pg_attribute
       where attrelid = to_regclass('schema_version') and attnum > 0) as "isOurs"
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`);
  const { tables = [], isOurs = false } = there.rows[0] ?? {};
  // Ours is made first, and stands alone after a start that was stopped.
  if (tables.length > 0 && (!isOurs || (tables.length > 1 && !tables.includes("workspace"))))
    throw new DatabaseUnusable(
      `the database has tables of another program (${tables.slice(0, 3).join(", ")}); Postil needs one of its own`,
    );
  if (!isOurs) {
    // Each table is a type too.
    const types = await client.query(
      "select from pg_type where typname = 'vector' and typnamespace = current_schema()::regnamespace",
    );
    if (types.rows.length > 0)
      throw new DatabaseUnusable(
        'the extension "vector" has taken the name of a table that Postil needs: drop it, or put it elsewhere (create schema extensions; alter extension vector set schema extensions)',
      );
    await client.query("begin");
    await client.query("create table schema_version (version bigint not null)");
    await client.query("insert into schema_version values (0)");
    await client.query("commit");
  }
  const { rows } = await client.query<{ version: string }>("select version from schema_version");
  return Number(rows[0]?.version ?? 0);
}
