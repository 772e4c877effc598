import { DatabaseSync } from "node:sqlite";

/**
 * The server records refused passwords for the owners; nothing else changes. Once a minute it records which datasets were
 * read, in the middle of any call.
 */
const ROWS = new Map([
  ["audit", "audit where kind not in ('sign_in_failed', 'password_refused', 'dataset_read')"],
  ["sqlite_sequence", "sqlite_sequence where name <> 'audit'"],
]);

/** Reads a store's whole content over its own connection. */
export type Watch = {
  /** All rows of all tables, as text to compare. */
  dump(): string;
  /** The number of rows in a table. */
  count(table: "flag" | "saved_view"): number;
  /** The number of rows that refer to a missing record. */
  orphans(): number;
  /** Resolves when the background removal of deleted data is done. */
  settled(): Promise<void>;
  close(): void;
};

const ON_RECORDS = ["response", "suggestion", "vector", "flag"] as const;

export function createWatch(file: string): Watch {
  const database = new DatabaseSync(file, { readOnly: true });
  // Ignores times of last use, which no call writes itself, and the clock, which moves with every record in the audit trail.
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
      // The version changes with every commit that writes. Most refusals write nothing.
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
