import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
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
import type { Tables } from "../tables.ts";

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

/** `beforeEach` runs before each statement; an error that it throws becomes the error of the statement. */
export function kyselyOver(database: DatabaseSync, beforeEach: () => void = () => {}): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new ThreadAdapter(),
      createDriver: () => new ThreadDriver(database, beforeEach),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
