import { DatabaseSync } from "node:sqlite";
import { engineOfRun, type Sql } from "./engines.ts";

/** Looks at a store's whole content, beside the server. */
export type Watch = {
  /** All rows of all tables, as text to compare. */
  dump(): Promise<string>;
  /** The number of rows in a table. */
  count(table: "flag" | "saved_view"): Promise<number>;
  /** The number of rows that refer to a missing record. */
  orphans(): Promise<number>;
  /** Resolves when the background removal of deleted data is done. */
  settled(): Promise<void>;
  close(): void;
};

/** Times of last use, which no call writes itself, and the clock, which moves with every record in the audit trail. */
const NO_CONTENT = "'last_seen', 'key_use', 'clock'";
/**
 * The server records refused passwords for the owners, and counts them; nothing else changes. Once a minute it records which
 * datasets were read, in the middle of any call.
 */
const ROWS = new Map([
  ["audit", "audit where kind not in ('sign_in_failed', 'password_refused', 'dataset_read')"],
  ["sqlite_sequence", "sqlite_sequence where name <> 'audit'"],
  ["failed_attempts", "failed_attempts where false"],
]);
const rowsOf = (table: string): string => ROWS.get(table) ?? `"${table}"`;

const ON_RECORDS = ["response", "suggestion", "vector", "flag"] as const;
const orphansOf = (table: string): string => `select count(*) as n from ${table} as one where not exists
  (select 1 from record where dataset_key = one.dataset_key and seq = one.seq) and not exists
  (select 1 from task_record where dataset_key = one.dataset_key and seq = one.seq)`;

/** Of a server that runs on the engine of this run of tests. */
export function createWatch(server: { readonly file: string; readonly sql: Sql }): Watch {
  const { dump, sql, close } = engineOfRun() === "sqlite" ? watchFile(server.file) : watchDatabase(server.sql);
  const counted = async (text: string) => Number((await sql(text))[0]?.n);
  return {
    dump,
    count: (table) => counted(`select count(*) as n from ${table}`),
    orphans: async () => {
      const counts = await Promise.all(ON_RECORDS.map((table) => counted(orphansOf(table))));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    settled: async () => {
      while ((await counted("select count(*) as n from job where state in ('waiting', 'running')")) > 0)
        await new Promise(setImmediate);
    },
    close,
  };
}

type Reader = Pick<Watch, "dump" | "close"> & { readonly sql: Sql };

function watchFile(file: string): Reader {
  const database = new DatabaseSync(file, { readOnly: true });
  const names = database
    .prepare(`select name from sqlite_master where type = 'table' and name not in (${NO_CONTENT}) order by name`)
    .all();
  const tables = names.map(({ name }) => database.prepare(`select * from ${rowsOf(String(name))}`));
  const version = database.prepare("pragma data_version");
  let known = { version: -1, text: "" };
  return {
    dump: async () => {
      // The version changes with every commit that writes. Most refusals write nothing.
      const current = Number(version.get()?.data_version);
      if (current !== known.version) known = { version: current, text: JSON.stringify(tables.map((t) => t.all())) };
      return known.text;
    },
    sql: async (text) => database.prepare(text).all(),
    close: () => database.close(),
  };
}

function watchDatabase(sql: Sql): Reader {
  const all = async () => {
    const tables = await sql(
      `select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace
       and relkind = 'r' and relname not in (${NO_CONTENT}) order by 1`,
    );
    return tables
      .map(
        ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as rows
        from (select * from ${rowsOf(String(name))}) as t`,
      )
      .join(" union all ");
  };
  let statement: Promise<string> | null = null;
  return {
    dump: async () => {
      statement ??= all();
      return JSON.stringify(await sql(await statement));
    },
    sql,
    close: () => {},
  };
}
