import { DatabaseError, type Pool, type PoolClient, type QueryResult } from "pg";
import { createClock } from "../clock.ts";
import { Ended } from "../failure.ts";
import type { Context } from "../store.ts";
import { type Copying, cutOff, runningFor, type Session, sessionOf } from "./database.ts";
import { errorForCaller, isCut, isStale, type Place } from "./failure.ts";
import { NUMBERS_AS_NUMBERS } from "./sent-values.ts";
import type { Silence } from "./silence.ts";

/** Transactions on the connections of a pool. */

const nothing = (): void => {};

export type Connections = {
  readonly pool: Pool;
  readonly place: Place;
  readonly silence: Silence;
  readonly copies: Copying;
  /** No server may write beside it. */
  readonly isAlone: boolean;
  /** Called by a write that finds a schema with which this server must not work. */
  readonly outgrow: (oldest: number) => void;
  /** The last time that a write is known to have given. */
  readonly times: { last: number };
};

/** One moment, which no write changes. */
const READING = "begin isolation level repeatable read read only";

export type Begun = { readonly last: number; readonly oldest: number; readonly may: 0 | 1 };

export type Transaction = {
  readonly session: Session;
  /** What its beginning found. It goes out with its first statements, whose answers come after this one. */
  readonly begun: Promise<Begun | undefined>;
  /** For statements without parameters. */
  readonly run: (statements: string) => Promise<unknown>;
  readonly commit: (before?: string) => Promise<void>;
  /** Of a read, which nothing can make undone: nobody waits for its end, which goes out with the next one. */
  readonly end: () => Promise<void>;
  /** Does nothing after the end. */
  readonly rollback: () => Promise<void>;
  /** Cuts the connection: the statement that is running fails, here at once and on the server soon. */
  readonly cut: () => void;
};

type Beginning = {
  readonly left?: AbortSignal | undefined;
  /** Called when there is a connection. */
  readonly begins: () => void;
};

/**
 * A connection of the pool may have been cut since it was used last: then nothing has begun, and another one is tried. Who has
 * waited for a silent server, or for a lock, waits only once.
 */
export async function onceBegun<T>({ pool }: Connections, attempt: () => Promise<T>): Promise<T> {
  for (let cut = 0; ; cut++) {
    const made = await attempt().catch((error: unknown) => {
      if (error instanceof BeginningFailed) return error;
      throw error;
    });
    if (!(made instanceof BeginningFailed)) return made;
    if (!isCut(made.cause) || cut > (pool.options.max ?? 0)) throw made.cause;
  }
}

/** There was a connection, and its first statement failed. */
class BeginningFailed extends Error {}

export const beginReading = (to: Connections, beginning: Beginning): Promise<Transaction> =>
  onceBegun(to, async () => {
    const transaction = await begin(to, READING, beginning);
    await requireBegun(transaction, beginning.left);
    return transaction;
  });

/** Throws {@link BeginningFailed}, or {@link Ended}, after the connection was given up. */
export async function requireBegun(
  { begun, cut }: Transaction,
  left: AbortSignal | undefined,
): Promise<Begun | undefined> {
  try {
    return await begun;
  } catch (error) {
    cut();
    throw left?.aborted ? new Ended() : new BeginningFailed(undefined, { cause: error });
  }
}

/** Whoever leaves waits no longer; the connection that comes then is for others. */
async function connectionOf(pool: Pool, left: AbortSignal | undefined): Promise<PoolClient> {
  if (left?.aborted) throw new Ended();
  const connecting = pool.connect();
  const gone = Promise.withResolvers<never>();
  const leave = () => {
    gone.reject(new Ended());
    connecting.then(
      (client) => client.release(),
      () => {},
    );
  };
  left?.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([connecting, gone.promise]);
  } finally {
    left?.removeEventListener("abort", leave);
  }
}

export async function begin(
  { pool, silence, copies }: Connections,
  text: string,
  { left, begins }: Beginning,
): Promise<Transaction> {
  const client = await connectionOf(pool, left);
  const session = sessionOf(client, copies, silence.within);
  session.running = runningFor(left);
  let released = false;
  const release = (destroyed: boolean): void => {
    if (released) return;
    released = true;
    left?.removeEventListener("abort", cut);
    // The pool would wait for the answers to all that was asked.
    if (destroyed) cutOff(client);
    client.release(destroyed);
  };
  const cut = (): void => release(true);
  left?.addEventListener("abort", cut, { once: true });
  begins();
  const several = async (statements: string): Promise<QueryResult | undefined> => {
    const found: QueryResult | QueryResult[] = await session.ask({ text: statements, types: NUMBERS_AS_NUMBERS });
    return Array.isArray(found) ? found.at(-1) : found;
  };
  const begun = several(text).then((found): Begun | undefined => found?.rows[0]);
  begun.catch(nothing); // whoever needs it hears it
  return {
    session,
    begun,
    run: several,
    commit: async (before = "") => {
      const ending = several(`${before}commit`);
      const [sent] = await Promise.allSettled([session.settle(), ending]);
      if (sent.status === "rejected") throw sent.reason;
      const done = await ending;
      release(false);
      // The server says so where a statement has failed and nobody has told.
      if (done?.command !== "COMMIT") throw new Error(ROLLED_BACK);
    },
    end: async () => {
      if (session.running.sent.size > 0) await session.settle();
      if (session.running.failed) throw new Error(ROLLED_BACK, { cause: session.running.failed.error });
      session.sendLater("commit");
      release(false);
    },
    rollback: async () => {
      if (released) return;
      const failed = await session.ask({ text: "rollback" }).then(
        () => false,
        () => true,
      );
      release(failed);
    },
    cut,
  };
}

const ROLLED_BACK = "The transaction was rolled back: a statement of it has failed.";

type Parts = Pick<Context, "db" | "now" | "writes" | "settle">;
export type Work<T> = (parts: Parts) => Promise<T>;

const now = createClock();
/** What a read finds around it. */
export const partsOfRead = ({ session: { db } }: Transaction): Parts => ({ db, now, writes: false, settle: nothing });

/** Ends a transaction that has failed. Where a newer version has added columns, its connection has statements that fail again. */
export async function leave({ cut, rollback }: Transaction, cause: unknown): Promise<void> {
  if (isStale(cause)) cut();
  else await rollback();
}

export async function runRead<T>(to: Connections, beginning: Beginning, work: Work<T>): Promise<T> {
  const { left } = beginning;
  const attempt = async (): Promise<T> => {
    const transaction = await begin(to, READING, beginning);
    try {
      const output = await work(partsOfRead(transaction));
      await transaction.end();
      return output;
    } catch (error) {
      await requireBegun(transaction, left);
      const cause = causeOf(error, transaction.session);
      await leave(transaction, cause);
      throw cause;
    }
  };
  try {
    for (let stale = 0; ; stale++) {
      const done = await onceBegun(to, attempt).then(
        (output) => ({ output }),
        (error: unknown) => ({ error }),
      );
      if ("output" in done) return done.output;
      // Each connection may meet that once.
      if (!isStale(done.error) || stale > (to.pool.options.max ?? 0)) throw done.error;
    }
  } catch (error) {
    throw left?.aborted ? new Ended() : errorForCaller(error, to.place, false);
  }
}

/** After the first failure the server refuses all statements. */
export const causeOf = (error: unknown, { running: { failed } }: Session): unknown =>
  failed && error instanceof DatabaseError && error.code === REFUSED ? failed.error : error;
const REFUSED = "25P02";
