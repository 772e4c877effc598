import { DatabaseSync } from "node:sqlite";
import { documentValues } from "./document-values.ts";
import { migrations, type Rebuilt } from "./migrations/index.ts";

/** `searcher`: a reader that goes through indexes and keeps copies of values; `stream`: one that goes through much, once. */
export type Role = "writer" | "reader" | "searcher" | "stream";

/** Pages a thread keeps for itself, in KiB; what it does not keep is most often in the system's own cache. */
const CACHE_KIB: { readonly [R in Role]: number } = {
  writer: 16_384,
  reader: 8192,
  searcher: 16_384,
  stream: 4096,
};

/** Opens the store's file for one thread. Readers are refused every write by the engine itself. */
export function openDatabase(file: string, role: Role): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: role !== "writer", timeout: 5000 });
  if (role === "writer") {
    // FULL: an acknowledged write survives the loss of power, not only of the process.
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0");
  }
  database.exec(`pragma cache_size = ${-CACHE_KIB[role]}; pragma temp_store = memory`);
  database.function("document_values", { deterministic: true }, documentValues);
  return database;
}

/**
 * Brings the schema up to date, all migrations in one transaction, together with what they make necessary: `rebuild` writes
 * it anew, which it does for the schema of this code. Throws when the file is newer than that.
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
    // A store without records has nothing to derive.
    const due = new Set(row.user_version > 0 ? missing.flatMap(({ rebuilds }) => rebuilds ?? []) : []);
    for (const what of due.has("everything") ? (["everything"] as const) : due) await rebuild(what);
    database.exec("commit");
  }
  // The statistics a migration has written count from here on; connections made later read them by themselves.
  database.exec("analyze sqlite_schema");
}
