import { DatabaseError } from "pg";
import { createClock } from "../clock.ts";
import { Interrupted } from "../failure.ts";
import { errorForCaller, isCollision, isStale } from "./failure.ts";
import { LOCKS } from "./locks.ts";
import { outdated, SCHEMA } from "./schema.ts";
import {
  type Begun,
  begin,
  type Connections,
  causeOf,
  leave,
  onceBegun,
  requireBegun,
  type Transaction,
  type Work,
} from "./transaction.ts";

/** Writes: one transaction after the other, of all servers, each with times that are later than all before. */

const nothing = (): void => {};

/**
 * The row is locked, so writes of all servers follow each other, and each sees all that was written before. A server that was
 * paused writes nothing while a command has the database to itself.
 */
const WRITING = `begin isolation level read committed; select last, oldest, pg_try_advisory_xact_lock_shared(${LOCKS.serving}) as may from clock for update`;
/** Of that command. */
const WRITING_ALONE = "begin isolation level read committed; select last, oldest, true as may from clock for update";

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
