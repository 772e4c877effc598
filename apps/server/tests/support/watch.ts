import { DatabaseSync } from "node:sqlite";

/**
 * That a password was refused is noted for the owners; it changes nothing else. Which datasets were read is noted once a minute, in the
 * middle of whatever call there is then.
 */
const ROWS = new Map([
  ["audit", "audit where kind not in ('sign_in_failed', 'password_refused', 'dataset_read')"],
  ["sqlite_sequence", "sqlite_sequence where name <> 'audit'"],
]);

/** Looks at all that a store holds, from beside it. */
export type Watch = {
  /** All rows of all tables, as text to compare. */
  dump(): string;
  /** How many rows a table has. */
  count(table: "flag" | "saved_view"): number;
  /** How many rows hang on a record that is not there. */
  orphans(): number;
  /** Resolves when what was deleted is removed. */
  settled(): Promise<void>;
  close(): void;
};

const ON_RECORDS = ["response", "suggestion", "vector", "flag"] as const;

export function createWatch(file: string): Watch {
  const database = new DatabaseSync(file, { readOnly: true });
  // Who was here when, and which key was used when, is written once in a while, by no call; the clock moves on when something is noted.
  const names = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not in ('last_seen', 'key_use', 'clock') order by name",
    )
    .all();
  const tables = names.map(({ name }) => database.prepare(`select * from ${ROWS.get(String(name)) ?? `"${name}"`}`));
  const one = (sql: string) => {
    const statement = database.prepare(sql);
    return () => Number(Object.values(statement.get() ?? {})[0]);
  };
  const version = one("pragma data_version");
  const toPurge = one("select count(*) from job where state in ('waiting', 'running')");
  const orphans = ON_RECORDS.map((table) =>
    one(`select count(*) from ${table} where (dataset_key, seq) not in
      (select dataset_key, seq from record union all select dataset_key, seq from task_record)`),
  );
  let known = { version: -1, text: "" };
  return {
    dump: () => {
      // Moves with every commit that changes something; most refusals write nothing at all.
      const current = version();
      if (current !== known.version) known = { version: current, text: JSON.stringify(tables.map((t) => t.all())) };
      return known.text;
    },
    count: (table) => one(`select count(*) from ${table}`)(),
    orphans: () => orphans.reduce((sum, count) => sum + count(), 0),
    settled: async () => {
      while (toPurge() > 0) await new Promise(setImmediate);
    },
    close: () => database.close(),
  };
}
