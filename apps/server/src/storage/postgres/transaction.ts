import { DatabaseError, type Pool, type PoolClient, type QueryResult } from "pg";
import { createClock } from "../clock.ts";
import { Ended, Interrupted } from "../failure.ts";
import type { Context } from "../store.ts";
import { type Copying, cutOff, NUMBERS_AS_NUMBERS, runningFor, type Session, sessionOf } from "./database.ts";
import { errorForCaller, isCollision, isCut, isStale, type Place } from "./failure.ts";
import { LOCKS } from "./locks.ts";
import { outdated, SCHEMA } from "./schema.ts";
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
/**
 * The row is locked, so writes of all servers follow each other, and each sees all that was written before. A server that was
 * paused writes nothing while a command has the database to itself.
 */
const WRITING = `begin isolation level read committed; select last, oldest, pg_try_advisory_xact_lock_shared(${LOCKS.serving}) as may from clock for update`;
/** Of that command. */
const WRITING_ALONE = "begin isolation level read committed; select last, oldest, true as may from clock for update";

type Begun = { readonly last: number; readonly oldest: number; readonly may: 0 | 1 };

export type Transaction = {
  readonly session: Session;
  /** What its beginning found. It goes out with its first statements, whose answers come after this one. */
  readonly begun: Promise<Begun | undefined>;
  /** For statements without parameters. */
  readonly run: (statements: string) => Promise<unknown>;
  readonly commit: (before?: string) => Promise<void>;
  /** Of a read, which nothing can make undone: nobody waits for its end. */
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
async function onceBegun<T>({ pool }: Connections, attempt: () => Promise<T>): Promise<T> {
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
async function requireBegun({ begun, cut }: Transaction, left: AbortSignal | undefined): Promise<Begun | undefined> {
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

async function begin(
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
      several("commit").catch(nothing); // the pool drops a connection that was lost
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
type Work<T> = (parts: Parts) => Promise<T>;

const now = createClock();
/** What a read finds around it. */
export const partsOfRead = ({ session: { db } }: Transaction): Parts => ({ db, now, writes: false, settle: nothing });

/** Ends a transaction that has failed. Where a newer version has added columns, its connection has statements that fail again. */
async function leave({ cut, rollback }: Transaction, cause: unknown): Promise<void> {
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
  const attempt = (waits: boolean) => onceBegun(to, () => tryOnce(to, writes, { left, waits }));
  try {
    const tried = await attempt(false);
    return tried.isEarly ? await attempt(true) : tried;
  } catch (error) {
    return { error, outcomes: [], committing: false };
  }
}

/** `waits`: for the beginning, before any work. `isEarly`: a time was not later than all before, so nothing was written. */
async function tryOnce(
  to: Connections,
  writes: readonly Write[],
  { left, waits }: { readonly left: AbortSignal; readonly waits: boolean },
): Promise<Tried & { readonly isEarly?: boolean }> {
  const outcomes: Written[] = [];
  let committing = false;
  const transaction = await begin(to, to.isAlone ? WRITING_ALONE : WRITING, { left, begins: nothing });
  const { session, begun } = transaction;
  const clock = clockOf(to, begun);
  try {
    if (waits) await begun;
    for (const { begins, work } of writes) {
      begun.then(begins, nothing);
      const run = () => work({ db: session.db, now: clock.now, writes: true, settle: nothing });
      outcomes.push(writes.length > 1 ? await withSavepoint(transaction, run) : { output: await run() });
    }
    const refusal = refusalOf(to, await begun);
    if (refusal) throw refusal;
    if (clock.isEarly()) throw new Early();
    const last = clock.last();
    committing = true;
    await transaction.commit(last === null ? "" : `update clock set last = ${Number(last)}; `);
    to.times.last = last ?? to.times.last;
    return { outcomes, committing };
  } catch (error) {
    const found = await requireBegun(transaction, left);
    const { failed } = session.running;
    const refusal = refusalOf(to, found);
    const cause = refusal ?? causeOf(error, session);
    await leave(transaction, cause);
    // Its times are given again, to other rows: a copy that knows what was rolled back would take it for what is there.
    if (clock.last() !== null) session.db.copies.forget();
    const known = failed?.wasSent === true && failed.error instanceof DatabaseError;
    const told = { outcomes: [], committing: committing && !known };
    return { error: cause, isEarly: refusal === null && clock.isEarly(), ...told };
  }
}

/** Why nothing may be written now, or by this server. */
function refusalOf({ outgrow }: Connections, begun: Begun | undefined): Error | null {
  if (begun?.may === 0) return new Interrupted(ELSEWHERE);
  const { oldest = 0 } = begun ?? {};
  if (oldest <= SCHEMA) return null;
  outgrow(oldest);
  return outdated();
}

class Early extends Error {}

/** The times of a write. Those before its beginning is known are later than all that this server knows of. */
function clockOf({ times }: Connections, begun: Transaction["begun"]) {
  let clock = createClock(times.last);
  let first: number | null = null;
  let last: number | null = null;
  let isEarly = false;
  begun.then((found) => {
    times.last = found?.last ?? 0;
    if (first === null) clock = createClock(times.last);
    else isEarly = first <= times.last;
  }, nothing);
  return {
    now: () => {
      last = clock();
      first ??= last;
      return last;
    },
    last: () => last,
    isEarly: () => isEarly,
  };
}

/** After the first failure the server refuses all statements. */
const causeOf = (error: unknown, { running: { failed } }: Session): unknown =>
  failed && error instanceof DatabaseError && error.code === REFUSED ? failed.error : error;
const REFUSED = "25P02";

/** Throws if the transaction cannot go on, or if others are in its way. */
async function withSavepoint({ session, run: query }: Transaction, work: () => Promise<unknown>): Promise<Written> {
  await session.send({ text: "savepoint one" });
  try {
    const output = await work();
    await session.send({ text: "release one" });
    await session.settle();
    return { output };
  } catch (error) {
    await Promise.all(session.running.sent);
    const cause = causeOf(error, session);
    if (mayTryAgain(cause)) throw cause;
    await query("rollback to one; release one");
    delete session.running.failed;
    return { error: cause };
  }
}
