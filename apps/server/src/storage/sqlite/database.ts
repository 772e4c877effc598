import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Rebuilt } from "../derived.ts";
import type { Tables } from "../tables.ts";
import type { Role } from "../threads/messages.ts";
import { LOG_BYTES } from "./log-watch.ts";
import { migrations } from "./migrations/index.ts";
import { documentValues } from "./rows.ts";

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
    // Says of a new file only: it can give room back in parts (BAK-11).
    database.exec("pragma auto_vacuum = incremental; pragma journal_mode = wal");
    // FULL: a confirmed write survives a loss of power, not only a crash of the process.
    database.exec(`pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma journal_size_limit = ${LOG_BYTES}`);
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

/** Maximum number of prepared statements per thread. Preparing one takes about 20 us, more than running most of them. */
const STATEMENTS_KEPT = 400;

/**
 * The column names are read once per statement, because reading them costs more than running it. A statement without columns
 * returns no rows. Rows come as lists of values and become objects here: twice as fast as the objects of the engine's
 * binding, which take three times the memory.
 */
type Prepared = { readonly statement: StatementSync; readonly names: readonly string[] };

function objectOf<R>(names: readonly string[], row: unknown): R {
  const values = row as readonly SQLOutputValue[]; // as was set when the statement was prepared
  const object: { [name: string]: SQLOutputValue | undefined } = {};
  for (let at = 0; at < names.length; at++) object[names[at] ?? ""] = values[at];
  return object as R; // Kysely infers R from the query
}

class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #beforeEach: () => void;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, beforeEach: () => void) {
    this.#database = database;
    this.#beforeEach = beforeEach;
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    const statement = this.#database.prepare(sql);
    const made = { statement, names: statement.columns().map(({ name }) => name) };
    statement.setReturnArrays(true);
    this.#statements.set(sql, made);
    return made;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#beforeEach();
    const { statement, names } = this.#prepare(sql);
    const values = parameters as SQLInputValue[]; // the table types allow only these
    if (names.length > 0) return { rows: statement.all(...values).map((row) => objectOf<R>(names, row)) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Rows as the engine finds them, `chunk` at a time: rows that were passed on are not kept. */
  async *streamQuery<R>({ sql, parameters }: CompiledQuery, chunk: number): AsyncIterableIterator<QueryResult<R>> {
    this.#beforeEach();
    const { statement, names } = this.#prepare(sql);
    let rows: R[] = [];
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) {
      rows.push(objectOf<R>(names, row)); // as above
      if (rows.length < chunk) continue;
      yield { rows };
      rows = [];
    }
    if (rows.length > 0) yield { rows };
  }
}

/** One connection without its own transactions: the thread's loop begins and ends them around whole use cases. */
class ThreadDriver implements Driver {
  readonly #connection: Connection;

  constructor(database: DatabaseSync, beforeEach: () => void) {
    this.#connection = new Connection(database, beforeEach);
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error("A use case runs inside a transaction already.");
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/**
 * The single connection needs no queue: a statement reads all its rows before the next one begins, and other statements may
 * run between the rows of a stream.
 */
class ThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

export function kyselyOver(database: DatabaseSync, beforeEach: () => void): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new ThreadAdapter(),
      createDriver: () => new ThreadDriver(database, beforeEach),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
