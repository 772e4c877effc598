import type { Pool, QueryResult } from "pg";
import { createClock } from "../clock.ts";
import type { Copies } from "../engine.ts";
import { Ended } from "../failure.ts";
import type { Context } from "../store.ts";
import { NUMBERS_AS_NUMBERS, type Session, sessionOf } from "./database.ts";
import { errorForCaller, failureOf, isCollision, type Place } from "./failure.ts";

/** Transactions on the connections of a pool. */

export type Connections = { readonly pool: Pool; readonly place: Place; readonly copies: Copies };

/** One moment, which no write changes. */
const READING = "begin isolation level repeatable read read only";
/** The row is locked, so writes of all servers follow each other, and each sees all that was written before. */
const WRITING = "begin; select last from clock for update";

export type Transaction = {
  readonly session: Session;
  /** What the last statement of its beginning found. */
  readonly row: { readonly last: number } | undefined;
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

/** A connection of the pool may have been cut since it was used last: then nothing has begun, and another one is tried. */
async function begin({ pool, place, copies }: Connections, text: string, beginning: Beginning): Promise<Transaction> {
  for (let cut = 0; ; cut++) {
    const made = await beginOn(pool, copies, text, beginning).catch((error: unknown) => ({ error }));
    if (!("error" in made)) return made;
    const lost = made.error instanceof BeginningFailed ? made.error.cause : null;
    if (lost === null || !failureOf(lost, place)?.passing || cut > (pool.options.max ?? 0)) throw lost ?? made.error;
  }
}

/** There was a connection, and its first statement failed. */
class BeginningFailed extends Error {}

async function beginOn(pool: Pool, copies: Copies, text: string, { left, begins }: Beginning): Promise<Transaction> {
  const client = await pool.connect();
  const session = sessionOf(client, copies);
  let released = false;
  const release = (destroyed: boolean): void => {
    if (released) return;
    released = true;
    session.left = undefined;
    left?.removeEventListener("abort", cut);
    client.release(destroyed);
  };
  const cut = (): void => release(true);
  if (left?.aborted) {
    release(false);
    throw new Ended();
  }
  session.left = left;
  left?.addEventListener("abort", cut, { once: true });
  begins();
  const several = async (statements: string): Promise<QueryResult | undefined> => {
    const found: QueryResult | QueryResult[] = await client.query({ text: statements, types: NUMBERS_AS_NUMBERS });
    return Array.isArray(found) ? found.at(-1) : found;
  };
  try {
    const begun = await several(text);
    return {
      session,
      row: begun?.rows[0],
      commit: async (before = "") => {
        const done = await several(`${before}commit`);
        release(false);
        // The server says so where a statement has failed and nobody has told.
        if (done?.command !== "COMMIT")
          throw new Error("The transaction was rolled back: a statement of it has failed.");
      },
      rollback: async () => {
        if (released) return;
        const failed = await client.query("rollback").then(
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

export async function runRead<T>(to: Connections, beginning: Beginning, work: Work<T>): Promise<T> {
  const { left } = beginning;
  let transaction: Transaction | undefined;
  try {
    transaction = await beginReading(to, beginning);
    const output = await work(partsOfRead(transaction));
    await transaction.commit();
    return output;
  } catch (error) {
    await transaction?.rollback();
    throw left?.aborted ? new Ended() : errorForCaller(error, to.place, false);
  }
}

/** How often a write is tried that others are in the way of. */
const TRIES = 4;

export async function runWrite<T>(to: Connections, beginning: Beginning, work: Work<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    const { error, output, committing } = await tryWrite(to, beginning, work);
    if (error === undefined) return output as T; // it has one where there is no error
    if (!isCollision(error) || tried === TRIES) throw errorForCaller(error, to.place, committing);
  }
}

type Tried<T> = { readonly error?: unknown; readonly output?: T; readonly committing: boolean };

async function tryWrite<T>(to: Connections, beginning: Beginning, work: Work<T>): Promise<Tried<T>> {
  let transaction: Transaction | undefined;
  let committing = false;
  try {
    transaction = await begin(to, WRITING, beginning);
    const clock = createClock(transaction.row?.last);
    let last: number | null = null;
    const later = () => {
      last = clock();
      return last;
    };
    const output = await work({ db: transaction.session.db, now: later, writes: true, settle: nothing });
    committing = true;
    await transaction.commit(last === null ? "" : `update clock set last = ${Number(last)}; `);
    return { output, committing };
  } catch (error) {
    await transaction?.rollback();
    return { error, committing };
  }
}
