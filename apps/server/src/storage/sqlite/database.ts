import { DatabaseSync } from "node:sqlite";
import { documentValues } from "./document-values.ts";
import { migrations, type Rebuilt } from "./migrations/index.ts";

/** `searcher`: a reader for index searches that keeps copies of values. `stream`: a reader of much data, once. */
export type Role = "writer" | "reader" | "searcher" | "stream";

/** Page cache per thread, in KiB; most other pages are in the system's own cache. */
const CACHE_KIB: { readonly [R in Role]: number } = {
  writer: 16_384,
  reader: 8192,
  searcher: 16_384,
  stream: 4096,
};

/** Opens the database file for one thread. The engine itself refuses every write of a reader. */
export function openDatabase(file: string, role: Role): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: role !== "writer", timeout: 5000 });
  if (role === "writer") {
    // FULL: a confirmed write survives a loss of power, not only a crash of the process.
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0");
  }
  database.exec(`pragma cache_size = ${-CACHE_KIB[role]}; pragma temp_store = memory`);
  database.function("document_values", { deterministic: true }, documentValues);
  return database;
}

/**
 * Updates the schema: all migrations run in one transaction, together with the rebuilds that they need. `rebuild` writes data
 * for the schema of this code. Throws if the file is newer than this code.
 */
export async function migrate(database: DatabaseSync, rebuild: (what: Rebuilt) => Promise<void>): Promise<void> {
  const row = database.prepare("pragma user_version").get() as { user_version: number }; // the pragma's only column
  if (row.user_version > migrations.length) {
    throw new Error(
      `The store was written by a newer Postil (schema ${row.user_version}, this one knows ${migrations.length}).`,
    );
  }
  const missing = migrations.slice(row.user_version);
  if (missing.length > 0) {
    database.exec("begin immediate");
    for (const { sql } of missing) database.exec(sql);
    database.exec(`pragma user_version = ${migrations.length}`);
    // A new database has nothing to rebuild.
    const due = new Set(row.user_version > 0 ? missing.flatMap(({ rebuilds }) => rebuilds ?? []) : []);
    for (const what of due.has("everything") ? (["everything"] as const) : due) await rebuild(what);
    database.exec("commit");
  }
  // This connection uses the new statistics of a migration from here on; later connections read them by themselves.
  database.exec("analyze sqlite_schema");
}
