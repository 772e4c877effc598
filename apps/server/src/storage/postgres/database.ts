import type { Duplex } from "node:stream";
import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  ValueNode,
} from "kysely";
import {
  Client,
  type ClientBase,
  type ClientConfig,
  type QueryResult as Found,
  Pool,
  type QueryConfig,
  type Submittable,
} from "pg";
import { type Ask, createCopies } from "../engine.ts";
import { Ended } from "../failure.ts";
import type { Db, Tables } from "../tables.ts";
import { engineOver } from "./engine.ts";
import type { Place } from "./failure.ts";
import { prepared } from "./prepared.ts";
import { NUMBERS_AS_NUMBERS, valueFor } from "./sent-values.ts";

/** Statements kept prepared on each connection; others are prepared each time. */
const STATEMENTS_KEPT = 400;
const names = new Map<string, string>();

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= STATEMENTS_KEPT) return known;
  const made = `p${names.size}`;
  names.set(sql, made);
  return made;
}

/** What happens on a connection from one beginning to the next. */
type Running = {
  /** The caller has left: the next statement does not begin. */
  readonly left: AbortSignal | undefined;
  /** Statements that were sent, and whose answers nobody waits for yet. */
  readonly sent: Set<Promise<unknown>>;
  /** Why the first of all its statements failed that did. The server then refuses those that follow. */
  failed?: { readonly error: unknown; readonly wasSent: boolean };
};

/** One connection of a pool, and the database as its transactions see it. Statements run in the order in which they are asked. */
export type Session = {
  readonly ask: (statement: QueryConfig) => Promise<Found>;
  /** Sends a statement and waits for nothing, unless very many are on their way. {@link Session.settle} tells what failed. */
  readonly send: (statement: QueryConfig) => Promise<void>;
  /** Sends statements of which nobody needs to know the end, with the next ones of the connection, or very soon. */
  readonly sendLater: (statements: string) => void;
  /** Waits for what was sent. Throws why the first statement failed, if it was one of these. */
  readonly settle: () => Promise<void>;
  readonly db: Db;
  running: Running;
};

export const runningFor = (left?: AbortSignal): Running => ({ left, sent: new Set() });

/** So much may wait to be sent to the server before its answers are waited for: statements, and their bytes. */
const SENT_AT_ONCE = { statements: 64, bytes: 2 ** 20 };

/**
 * The other engine takes empty lists, which have nothing in them, and compares any values by `is`. In a condition, null is as good
 * as false, and `=` finds its rows by an index.
 */
class QueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator: sign, rightOperand: right } = node;
    const operator = OperatorNode.is(sign) ? sign.operator : null;
    if (PrimitiveValueListNode.is(right) && right.values.length === 0) this.append(String(operator !== "in"));
    else if (operator === "is" && ValueNode.is(right) && !right.immediate) {
      this.visitNode(leftOperand);
      const isPlain = typeof right.value === "string" || typeof right.value === "number";
      this.append(isPlain ? " = " : " is not distinct from ");
      this.visitNode(right);
    } else super.visitBinaryOperation(node);
  }
}

function configOf(text: string, values: readonly unknown[], name?: string): QueryConfig {
  const asked = { text, values: values.map(valueFor), types: NUMBERS_AS_NUMBERS };
  return name === undefined ? asked : { ...asked, name };
}

class Connection implements DatabaseConnection {
  readonly #session: () => Session;
  #cursors = 0;

  constructor(session: () => Session) {
    this.#session = session;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(sql, parameters, nameOf(sql));
  }

  readonly ask: Ask = async ({ sql, parameters }) => {
    const { rows } = await this.#run(sql, parameters, nameOf(sql));
    return rows as never; // the rows of this query
  };

  async #run<R>(text: string, values: readonly unknown[], name?: string): Promise<QueryResult<R>> {
    const { running, ask } = this.#session();
    if (running.left?.aborted) throw new Ended();
    const { command, rowCount, rows } = await ask(configOf(text, values, name));
    const changes = command === "INSERT" || command === "UPDATE" || command === "DELETE";
    return { rows, ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
  }

  /** Rows of a cursor, `chunk` at a time: the server makes them when they are asked for. */
  async *streamQuery<R>({ sql, parameters }: CompiledQuery, chunk: number): AsyncIterableIterator<QueryResult<R>> {
    const cursor = `c${this.#cursors++}`;
    await this.#run(`declare ${cursor} no scroll cursor for ${sql}`, parameters);
    for (;;) {
      const found = await this.#run<R>(`fetch ${Math.trunc(chunk)} from ${cursor}`, []);
      if (found.rows.length > 0) yield found;
      if (found.rows.length < chunk) break;
    }
    await this.#run(`close ${cursor}`, []);
  }
}

/** The store begins and ends transactions, around whole use cases. */
class SessionDriver implements Driver {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
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

/** Asks a statement on a connection, and watches whether an answer comes. */
export type Within = <T>(client: ClientBase, asked: () => Promise<T>) => Promise<T>;

/** What a connection may keep in memory beside the rows. */
export type Copying = { readonly keepsValues: boolean; readonly vectorBytes?: number | undefined };

const sessions = new WeakMap<ClientBase, Session>();

/** The session of a connection: the same as long as the connection is there, with the queries that were compiled for it. */
export function sessionOf(client: ClientBase, copies: Copying, within?: Within): Session {
  const known = sessions.get(client);
  if (known) return known;
  const put = (statement: QueryConfig, wasSent: boolean, packet = inOnePacket) => {
    const { running } = session;
    const asked = () => packet(client, () => query(client, statement));
    const answer = within ? within(client, asked) : asked();
    answer.catch((error: unknown) => {
      running.failed ??= { error, wasSent };
    });
    return answer;
  };
  const connection = new Connection(() => session);
  const session: Session = {
    ask: (statement) => put(statement, false),
    send: async (statement) => {
      const { sent, left } = session.running;
      if (left?.aborted) throw new Ended();
      const over: Promise<unknown> = put(statement, true)
        .catch(() => {})
        .then(() => sent.delete(over));
      sent.add(over);
      if (sent.size >= SENT_AT_ONCE.statements || streamOf(client).writableLength > SENT_AT_ONCE.bytes)
        await session.settle();
    },
    sendLater: (text) => {
      put({ text }, false, inNextPacket).catch(() => {}); // the pool drops a connection that was lost
    },
    settle: async () => {
      const { running } = session;
      await Promise.all(running.sent);
      if (running.failed?.wasSent) throw running.failed.error;
    },
    running: runningFor(),
    db: engineOver(
      new Kysely<Tables>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new SessionDriver(connection),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new QueryCompiler(),
        },
      }),
      createCopies(copies.keepsValues, copies.vectorBytes),
      {
        send: (statement) => {
          const { sql, parameters } = statement.compile();
          return session.send(configOf(sql, parameters, nameOf(sql)));
        },
        ask: connection.ask,
      },
    ),
  };
  sessions.set(client, session);
  return session;
}

function query(client: ClientBase, statement: QueryConfig): Promise<Found> {
  const { text, name, values = [] } = statement;
  if (name === undefined) return client.query(statement);
  const asked = prepared(text, name, values);
  client.query(asked.query as unknown as Submittable); // the driver takes its own class
  return asked.result;
}

/** The driver's types leave it out; its pool does the same. */
const streamOf = (client: ClientBase) =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;

const corked = new WeakSet<Duplex>();
/** What is asked until the process waits again goes out together: the server need not be woken for each. */
function inOnePacket<T>(client: ClientBase, ask: () => T): T {
  const stream = streamOf(client);
  if (!corked.has(stream)) {
    corked.add(stream);
    stream.cork();
    process.nextTick(() => {
      corked.delete(stream);
      stream.uncork();
    });
  }
  held.get(stream)?.();
  return ask();
}

/** How long the end of a read waits for the next one on its connection, ms. */
const HELD_FOR = 1;
const held = new WeakMap<Duplex, () => void>();
function inNextPacket<T>(client: ClientBase, ask: () => T): T {
  const stream = streamOf(client);
  held.get(stream)?.();
  stream.cork();
  const timer = setTimeout(() => letGo(), HELD_FOR);
  const letGo = () => {
    clearTimeout(timer);
    held.delete(stream);
    stream.uncork();
  };
  held.set(stream, letGo);
  return ask();
}

/** How long a new connection may take, ms. Far away, 200 ms each way, it takes 2 s with TLS. */
const CONNECTS_WITHIN = 5000;
/** How long a call waits for a connection that others use, ms. */
const WAITS = 30_000;

/**
 * Settings of each connection. A statement whose caller has cut the connection ends within half a second. Statements are short,
 * so compiling them to machine code would take longer than running them. The server ends a transaction within 20 s of losing
 * the way to this process: else its locks would stay for the two hours of the system. A statement waits 30 s for a lock at
 * most, which is what a call waits for a connection.
 */
const OPTIONS = Object.entries({
  client_connection_check_interval: 500,
  jit: "off",
  lock_timeout: WAITS,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 5,
  tcp_user_timeout: 20_000,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");
/** A connection that nobody uses asks after this time whether the server is there, and again each second, ten times; ms. */
const KEEPALIVE_AFTER = 10_000;
/** When the server ends a connection on which nothing is asked, ms: inside of a transaction, or outside of one. */
type How = { readonly inTransactionMs?: number; readonly silentMs?: number; readonly name?: string | undefined };
const optionsOf = ({ inTransactionMs = 0, silentMs = 0 }: How): string =>
  `${OPTIONS} -c idle_in_transaction_session_timeout=${inTransactionMs} -c idle_session_timeout=${silentMs}`;
const NAME = "postil";

/** `sslmode` means what it does to all other programs; without it the connection has no TLS. */
function asElsewhere(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has("sslmode")) address.searchParams.set("uselibpqcompat", "true");
  return address.href;
}

export const placeOf = (url: string): Place => {
  const { host, port, database, user } = new Client({ connectionString: asElsewhere(url) });
  return { host, port, database: database ?? "", user: user ?? "" };
};

const settingsOf = (url: string, withinMs: number, how: How) => ({
  connectionString: asElsewhere(url),
  connectionTimeoutMillis: withinMs,
  application_name: how.name === undefined ? NAME : `${NAME} ${how.name}`,
  options: optionsOf(how),
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER,
});

export const createClient = (url: string, withinMs: number, how: How = {}): Client =>
  new Client(settingsOf(url, withinMs, how));

/** Ends a connection without a word to the server, which may not listen; what is asked on it fails with the error. */
export function cutOff(client: ClientBase, error?: Error): void {
  streamOf(client).destroy(error);
}

/** How long the server may take to end the connections of a pool, ms. */
const ENDS_WITHIN = 250;

/** A pool of one keeps its connection, with the copies that it has made. `end` waits for a silent server a moment only. */
export function createPool(
  url: string,
  most: number,
  how: How = {},
): { readonly pool: Pool; readonly end: () => Promise<void> } {
  const links = new Set<Client>();
  class Link extends Client {
    constructor(settings?: ClientConfig) {
      // Statements that do not need each other's answers are asked at once.
      super({ ...settings, connectionTimeoutMillis: CONNECTS_WITHIN, pipeline: true });
      links.add(this);
      this.once("end", () => links.delete(this));
    }
  }
  const settings = { ...settingsOf(url, WAITS, how), max: most, ...(most === 1 ? { idleTimeoutMillis: 0 } : {}) };
  const pool = new Pool({ ...settings, Client: Link });
  // A connection that nobody uses was cut. The next call opens another one, or says why it cannot.
  pool.on("error", () => {});
  // Nor does one that waits between two statements: its next one fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  const end = async () => {
    const late = setTimeout(() => {
      for (const link of links) cutOff(link);
    }, ENDS_WITHIN);
    await Promise.all([pool.end(), ...[...links].map((link) => new Promise((resolve) => link.once("end", resolve)))]);
    clearTimeout(late);
  };
  return { pool, end };
}
