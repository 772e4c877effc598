import type { Pool, PoolClient, QueryResult } from "pg";
import { createClock } from "../clock.ts";
import { Ended, Interrupted } from "../failure.ts";
import type { Context } from "../store.ts";
import { NUMBERS_AS_NUMBERS, type Session, sessionOf } from "./database.ts";
import { errorForCaller, isCollision, isCut, isStale, type Place } from "./failure.ts";
import { LOCKS } from "./locks.ts";
import { outdated, SCHEMA } from "./schema.ts";
import type { Silence } from "./silence.ts";

/** Transactions on the connections of a pool. */

export type Connections = {
  readonly pool: Pool;
  readonly place: Place;
  readonly silence: Silence;
  readonly keepsValues: boolean;
  /** No server may write beside it. */
  readonly isAlone: boolean;
  /** Called by a write that finds a schema with which this server must not work. */
  readonly outgrow: (oldest: number) => void;
};

/** One moment, which no write changes. */
const READING = "begin isolation level repeatable read read only";
/**
 * The row is locked, so writes of all servers follow each other, and each sees all that was written before. A server that was
 * paused writes nothing while a command has the database to itself.
 */
const WRITING = `begin isolation level read committed; select last, oldest, pg_try_advisory_xact_lock_shared(${LOCKS.serving}) as may from clock for update`;
/** Of that command. */
const WRITING_ALONE = "begin isolation level read committed; select last, oldest, true as may from clock for update";

export type Transaction = {
  readonly session: Session;
  /** What the last statement of its beginning found. */
  readonly row: { readonly last: number; readonly oldest: number; readonly may: 0 | 1 } | undefined;
  /** For statements without parameters. */
  readonly run: (statements: string) => Promise<unknown>;
  readonly commit: (before?: string) => Promise<void>;
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

export const beginReading = (to: Connections, beginning: Beginning): Promise<Transaction> =>
  begin(to, READING, beginning);

/**
 * A connection of the pool may have been cut since it was used last: then nothing has begun, and another one is tried. Who has
 * waited for a silent server, or for a lock, waits only once.
 */
async function begin(to: Connections, text: string, beginning: Beginning): Promise<Transaction> {
  const { pool } = to;
  for (let cut = 0; ; cut++) {
    const made = await beginOn(to, text, beginning).catch((error: unknown) => ({ error }));
    if (!("error" in made)) return made;
    const lost = made.error instanceof BeginningFailed ? made.error.cause : null;
    if (!isCut(lost) || cut > (pool.options.max ?? 0)) throw lost ?? made.error;
  }
}

/** There was a connection, and its first statement failed. */
class BeginningFailed extends Error {}

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

async function beginOn(
  { pool, silence, keepsValues }: Connections,
  text: string,
  { left, begins }: Beginning,
): Promise<Transaction> {
  const client = await connectionOf(pool, left);
  const session = sessionOf(client, keepsValues, silence.within);
  let released = false;
  const release = (destroyed: boolean): void => {
    if (released) return;
    released = true;
    session.left = undefined;
    left?.removeEventListener("abort", cut);
    client.release(destroyed);
  };
  const cut = (): void => release(true);
  session.left = left;
  left?.addEventListener("abort", cut, { once: true });
  begins();
  const several = async (statements: string): Promise<QueryResult | undefined> => {
    const found: QueryResult | QueryResult[] = await session.ask({ text: statements, types: NUMBERS_AS_NUMBERS });
    return Array.isArray(found) ? found.at(-1) : found;
  };
  try {
    const begun = await several(text);
    return {
      session,
      row: begun?.rows[0],
      run: several,
      commit: async (before = "") => {
        const done = await several(`${before}commit`);
        release(false);
        // The server says so where a statement has failed and nobody has told.
        if (done?.command !== "COMMIT")
          throw new Error("The transaction was rolled back: a statement of it has failed.");
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
  } catch (error) {
    release(true);
    throw left?.aborted ? new Ended() : new BeginningFailed(undefined, { cause: error });
  }
}

type Parts = Pick<Context, "db" | "now" | "writes" | "settle">;
type Work<T> = (parts: Parts) => Promise<T>;

const nothing = (): void => {};
const now = createClock();
/** What a read finds around it. */
export const partsOfRead = ({ session: { db } }: Transaction): Parts => ({ db, now, writes: false, settle: nothing });

/** Ends a transaction that has failed. */
async function leave(transaction: Transaction | undefined, error: unknown): Promise<void> {
  if (isStale(error)) transaction?.cut();
  else await transaction?.rollback();
}

/** Where a newer version has just added columns, each connection may meet that once. */
export async function runRead<T>(to: Connections, beginning: Beginning, work: Work<T>): Promise<T> {
  for (let stale = 0; ; stale++) {
    const done = await tryRead(to, beginning, work).catch((error: unknown) => ({ error }));
    if (!("error" in done)) return done.output;
    if (!isStale(done.error) || stale > (to.pool.options.max ?? 0)) throw done.error;
  }
}

async function tryRead<T>(to: Connections, beginning: Beginning, work: Work<T>): Promise<{ readonly output: T }> {
  const { left } = beginning;
  let transaction: Transaction | undefined;
  try {
    transaction = await beginReading(to, beginning);
    const output = await work(partsOfRead(transaction));
    await transaction.commit();
    return { output };
  } catch (error) {
    await leave(transaction, error);
    throw left?.aborted ? new Ended() : errorForCaller(error, to.place, false);
  }
}

const ELSEWHERE =
  "A command has the database to itself at this moment. Nothing of this was saved. Try again when it is over.";

const mayTryAgain = (error: unknown): boolean => isCollision(error) || isStale(error);

/** How often a write is tried that others are in the way of. */
const TRIES = 4;

export type Write = { readonly begins: () => void; readonly work: Work<unknown> };
/** `error`: what its caller gets; absent if it was done. */
export type Written = { readonly output?: unknown; readonly error?: unknown };

/**
 * Group commit: writes that came while another one was on its way share one transaction. Each has its own savepoint, so that a
 * failed one changes nothing and the others stay. Where others are in the way of them, each is tried by itself.
 */
export async function runWrites(
  to: Connections,
  writes: readonly Write[],
  end: AbortSignal,
): Promise<readonly Written[]> {
  if (writes.length > 1) {
    const { error, outcomes, committing } = await tryWrites(to, writes, end);
    const told = (failed: unknown, isUnknown: boolean) => ({ error: errorForCaller(failed, to.place, isUnknown) });
    if (error === undefined) return outcomes.map((one) => (one.error === undefined ? one : told(one.error, false)));
    if (!mayTryAgain(error)) return writes.map(() => told(error, committing));
  }
  const outcomes: Written[] = [];
  for (const write of writes) outcomes.push(await runWrite(to, write, end));
  return outcomes;
}

async function runWrite(to: Connections, write: Write, end: AbortSignal): Promise<Written> {
  for (let tried = 1; ; tried++) {
    const { error, outcomes, committing } = await tryWrites(to, [write], end);
    if (error === undefined) return outcomes[0] ?? {};
    if (!mayTryAgain(error) || tried === TRIES) return { error: errorForCaller(error, to.place, committing) };
  }
}

/** `error`: why the whole transaction failed. `committing`: nobody knows whether the server had done it. */
type Tried = { readonly error?: unknown; readonly outcomes: readonly Written[]; readonly committing: boolean };

async function tryWrites(to: Connections, writes: readonly Write[], left: AbortSignal): Promise<Tried> {
  const several = writes.length > 1;
  const outcomes: Written[] = [];
  let transaction: Transaction | undefined;
  let committing = false;
  let last: number | null = null;
  try {
    const begun = await begin(to, to.isAlone ? WRITING_ALONE : WRITING, { left, begins: () => {} });
    transaction = begun;
    if (begun.row?.may === 0) throw new Interrupted(ELSEWHERE);
    const { oldest = 0 } = begun.row ?? {};
    if (oldest > SCHEMA) {
      to.outgrow(oldest);
      throw outdated();
    }
    const clock = createClock(begun.row?.last);
    const later = () => {
      last = clock();
      return last;
    };
    for (const { begins, work } of writes) {
      begins();
      const run = () => work({ db: begun.session.db, now: later, writes: true, settle: nothing });
      outcomes.push(several ? await withSavepoint(begun, run) : { output: await run() });
    }
    committing = true;
    await begun.commit(last === null ? "" : `update clock set last = ${Number(last)}; `);
    return { outcomes, committing };
  } catch (error) {
    await leave(transaction, error);
    // Its times are given again, to other rows: a copy that knows what was rolled back would take it for what is there.
    if (last !== null) transaction?.session.db.copies.forget();
    return { error, outcomes: [], committing };
  }
}

/** Throws if the transaction cannot go on, or if others are in its way. */
async function withSavepoint({ run: query }: Transaction, work: () => Promise<unknown>): Promise<Written> {
  await query("savepoint one");
  try {
    const output = await work();
    await query("release one");
    return { output };
  } catch (error) {
    if (mayTryAgain(error)) throw error;
    await query("rollback to one; release one");
    return { error };
  }
}
