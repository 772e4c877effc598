import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { PageFiles } from "../peers.ts";
import { errorForCaller, type Place } from "./failure.ts";

/** The files of so many builds stay, the latest ones: a page that is open asks for code of its own build. */
const BUILDS_KEPT = 4;
/** A name that is not known is looked for so long after the last one, ms. */
const LISTS_APART = 1000;

/** A file that two builds have belongs to the later one. In the order of names, so that two servers that start do not lock each other. */
const PUT = `insert into page_file (name, build, at, bytes)
  select name, $2, (extract(epoch from clock_timestamp()) * 1000)::bigint, bytes
  from unnest($1::text[], $3::bytea[]) as files (name, bytes) order by name
  on conflict (name) do update set build = excluded.build, at = excluded.at`;
/** Those of a build that still serves are not the next to go. */
const RENEW = `update page_file set build = $2, at = (extract(epoch from clock_timestamp()) * 1000)::bigint
  where name = any($1::text[])`;
const LOOK = `select count(*)::integer as count, current_setting('transaction_read_only') = 'off' as writable
  from page_file where name = any($1::text[])`;
const FORGET = `delete from page_file where build not in
  (select build from page_file group by build order by max(at) desc limit ${BUILDS_KEPT})`;

/** Files of pages in the database, where servers of all versions find them. */
export function pageFilesIn(pool: Pool, place: Place): PageFiles {
  let names: ReadonlySet<string> = new Set();
  let listedAt = Number.NEGATIVE_INFINITY;
  let listing: Promise<void> | null = null;
  const list = async () => {
    await pause(Math.max(0, listedAt + LISTS_APART - performance.now()));
    listedAt = performance.now();
    const { rows } = await pool.query<{ name: string }>("select name from page_file");
    names = new Set(rows.map((row) => row.name));
  };
  /** Strangers may ask for any name: all that are not there cost one query a second together. */
  const knownOf = async (wanted: readonly string[]) => {
    const known = wanted.find((name) => names.has(name));
    if (known !== undefined) return known;
    listing ??= list().finally(() => {
      listing = null;
    });
    await listing;
    return wanted.find((name) => names.has(name));
  };
  const orReason = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw errorForCaller(error, place, false);
    }
  };
  return {
    share: (all, bytesOf) =>
      orReason(async () => {
        const sorted = all.toSorted();
        const build = createHash("sha256").update(sorted.join("\n")).digest("hex");
        const { rows } = await pool.query<{ count: number; writable: boolean }>(LOOK, [sorted]);
        if (rows[0]?.count === sorted.length) {
          // A server starts on a database that only reads, as long as its page is there.
          if (rows[0].writable) await pool.query(RENEW, [sorted, build]);
          return;
        }
        await pool.query(PUT, [sorted, build, sorted.map((name) => Buffer.from(bytesOf(name)))]);
        await pool.query(FORGET);
      }),
    find: (wanted) =>
      orReason(async () => {
        const name = await knownOf(wanted);
        if (name === undefined) return null;
        const { rows } = await pool.query<{ bytes: Buffer }>("select bytes from page_file where name = $1", [name]);
        return rows[0] ? { name, bytes: rows[0].bytes } : null;
      }),
  };
}
