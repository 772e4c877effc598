import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
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

/** Statements kept prepared per thread; preparing one costs some 20 us, more than running most of them. */
const STATEMENTS_KEPT = 400;

/** Whether a statement gives rows is asked once: to describe its columns costs more than to run it. */
type Prepared = { readonly statement: StatementSync; readonly givesRows: boolean };

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
    const made = { statement, givesRows: statement.columns().length > 0 };
    this.#statements.set(sql, made);
    return made;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#beforeEach();
    const { statement, givesRows } = this.#prepare(sql);
    const values = parameters as SQLInputValue[]; // the tables' types admit nothing else
    if (givesRows) return { rows: statement.all(...values) as R[] }; // Kysely infers R from the query
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Rows as the engine finds them, so many at a time: what has been handed on is not kept. */
  async *streamQuery<R>({ sql, parameters }: CompiledQuery, chunk: number): AsyncIterableIterator<QueryResult<R>> {
    this.#beforeEach();
    const { statement } = this.#prepare(sql);
    let rows: R[] = [];
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) {
      rows.push(row as R); // both as above
      if (rows.length < chunk) continue;
      yield { rows };
      rows = [];
    }
    if (rows.length > 0) yield { rows };
  }
}

/** One connection, no transactions of its own: the thread's loop begins and ends them around whole use cases. */
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
 * The one connection needs no turns: a statement has all of its rows before the next begins, and those of a stream are found
 * while others are run between them.
 */
class ThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** `beforeEach` statement; what it throws is what the statement throws. */
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
