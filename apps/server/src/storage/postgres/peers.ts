import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Client } from "pg";
import { Interrupted } from "../failure.ts";
import type { Peers, Topic } from "../peers.ts";
import type { Db } from "../tables.ts";
import { CONNECTS_WITHIN, joinShared, takeShared } from "./claim.ts";
import { createClient } from "./database.ts";
import { DatabaseUnusable } from "./failure.ts";
import { HELD_AS, LOCKS } from "./locks.ts";
import { newerThanThis, outdated, SCHEMA } from "./schema.ts";

/**
 * The servers of a database. Each has a line: a connection that holds its locks, hears what others tell, and asks every second
 * whether it is still there. The server of PostgreSQL ends a line on which nobody has asked for some seconds, so the locks of a
 * paused server go on to another one.
 */

const CHANNEL = "postil";
/** How often a line asks, and for how long an answer is waited for, ms. */
const BEAT = 1000;
const ANSWERS_WITHIN = 5000;
/** How long after the last beat that was answered notices count as heard, ms. */
const FRESH = 3000;
/** The line of a server that is paused ends after this time, ms. */
const SILENT = 10_000;
/** A beat that is so much late is told, ms. */
const STILL = 3000;

export type Member = Omit<Peers, "page"> & {
  readonly close: () => Promise<void>;
  /** Throws if the schema has become one with which this server must not work. */
  readonly requireKnown: () => void;
  /** The schema has become such a one: this server leaves the others. */
  readonly outgrow: (oldest: number) => void;
  /** Refuses a write of the background, if another server may do that work now. Nothing else is written meanwhile. */
  readonly requireDuty: (db: Db) => Promise<void>;
  /** A write was refused so: this server gives up what it took for its own. */
  readonly hasLostDuty: () => void;
  /** Tells the others as soon as the transaction is committed. */
  readonly tellWith: (db: Db, topic: Topic) => Promise<void>;
};

type Line = { readonly client: Client; hasDuty: boolean; heardAt: number };

/** What an operator must know to understand what people met; a line of the log each. */
type Say = (line: string) => void;

/** Throws {@link DatabaseUnusable} if a command has the database to itself, or if the schema has become too new. */
export async function joinPeers(url: string, name: string, say: Say): Promise<Member> {
  const id = randomInt(1, 2 ** 31);
  const over = new AbortController();
  const heard: Record<Topic, (() => void)[]> = { accounts: [], jobs: [] };
  const begins: (() => void)[] = [];
  let line: Line | null = null;
  /** Since when there is no line, ms; null: there is one. */
  let lostAt: number | null = null;
  /** The schema that a server must know by now; null: this one knows it. */
  let outgrownBy: number | null = null;
  /** When a line was lost last, ms. */
  let awayAt = Number.NEGATIVE_INFINITY;

  const lose = () => {
    line = null;
    awayAt = performance.now();
    if (lostAt !== null || over.signal.aborted) return;
    lostAt = performance.now();
    say("The connection to the database was lost.");
  };
  const callAll = (listeners: readonly (() => void)[]) => {
    for (const listener of listeners) listener();
  };
  const open = () => createClient(url, CONNECTS_WITHIN, { silentMs: SILENT, name });
  const hearNotice = (payload = "") => {
    const [from, topic] = payload.split(" ");
    // What this server has done itself it knows before.
    if (Number(from) !== id && isTopic(topic)) callAll(heard[topic]);
  };
  const isFresh = (at: Line | null): at is Line => at !== null && performance.now() - at.heardAt < FRESH;

  const begin = async (client: Client): Promise<Line> => {
    const made: Line = { client, hasDuty: false, heardAt: Number.NEGATIVE_INFINITY };
    client.on("notification", ({ payload }) => hearNotice(payload));
    client.once("end", () => {
      if (line === made) lose();
    });
    await client.query(
      `select pg_advisory_lock_shared(${LOCKS.server}, ${id}), pg_advisory_lock_shared(${LOCKS.schema}, ${SCHEMA}); listen ${CHANNEL}`,
    );
    // Whatever was told before may have been missed.
    callAll([...heard.accounts, ...heard.jobs]);
    line = made;
    if (lostAt !== null) say(`The connection to the database is back, after ${seconds(performance.now() - lostAt)}.`);
    const isAgain = lostAt !== null;
    lostAt = null;
    await beat(made, isAgain);
    return made;
  };
  const beat = async (on: Line, isTold = true) => {
    const asked = performance.now();
    const late = setTimeout(() => void end(on), ANSWERS_WITHIN);
    try {
      const { rows } = await on.client.query<{ hasDuty: boolean; oldest: string }>(on.hasDuty ? ON_DUTY : OFF_DUTY);
      const { hasDuty = false, oldest = "0" } = rows[0] ?? {};
      if (Number(oldest) > SCHEMA) return outgrow(Number(oldest));
      on.heardAt = asked;
      const had = on.hasDuty;
      on.hasDuty = hasDuty;
      if (had && !hasDuty) say("A server of a newer version does the work in the background from now on.");
      if (had || !hasDuty) return;
      if (isTold) say("This server does the work in the background now.");
      callAll(begins);
    } finally {
      clearTimeout(late);
    }
  };
  /** A query that waits for its answer fails. */
  const end = async (on: Line) => {
    if (line === on) lose();
    await on.client.end().catch(() => {});
  };
  const outgrow = (oldest: number) => {
    if (outgrownBy !== null) return;
    outgrownBy = oldest;
    over.abort();
    say(
      "A newer version has changed the data so that this server does not know it any more: it answers nothing from now on. Upgrade it, or end it.",
    );
    if (line) void end(line);
  };
  const joinAgain = async (): Promise<void> => {
    const client = await takeShared(open());
    if (over.signal.aborted) await client?.end();
    else if (client) await begin(client).catch((error: unknown) => client.end().then(() => Promise.reject(error)));
  };
  const keep = async () => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      await pause(BEAT, undefined, { ref: false, signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      const still = performance.now() - begun - BEAT;
      if (still > STILL)
        say(`This server stood still for ${seconds(still)}: its process was paused, or its machine was.`);
      const on = line;
      // Whoever calls meanwhile hears why the database cannot be reached.
      await (on === null ? joinAgain() : beat(on)).catch(() => on && end(on));
    }
  };

  await begin(await joinShared(url, open));
  if (outgrownBy !== null) throw new DatabaseUnusable(newerThanThis(outgrownBy));
  void keep();
  return {
    name,
    id,
    hears: () => isFresh(line),
    hear: (topic, listener) => void heard[topic].push(listener),
    tell: (topic) => {
      // The one that does the work also looks by itself.
      void line?.client.query("select pg_notify($1, $2)", [CHANNEL, `${id} ${topic}`]).catch(() => {});
    },
    hasDuty: () => isFresh(line) && line.hasDuty,
    onDuty: (listener) => {
      begins.push(listener);
      if (line?.hasDuty) listener();
    },
    // After a pause other lines of work may go on before the loss is noticed.
    wasAway: (since) => awayAt >= since || !isFresh(line),
    living: async () => {
      if (line === null) throw new Interrupted("The other servers of the database cannot be asked for now. Try again.");
      const { rows } = await line.client.query<{ id: string }>(LIVING);
      return rows.map((row) => Number(row.id));
    },
    requireDuty: (db) => requireDuty(db, id),
    hasLostDuty: () => {
      if (line?.hasDuty) void end(line);
    },
    tellWith: async (db, topic) => {
      await sql`select pg_notify(${CHANNEL}, ${`${id} ${topic}`})`.execute(db);
    },
    requireKnown: () => {
      if (outgrownBy !== null) throw outdated();
    },
    outgrow,
    close: async () => {
      over.abort();
      if (line) await end(line);
    },
  };
}

const NO_DUTY = "Another server does the work in the background now. Nothing of this was saved.";

/** `id`: the number of a server. */
export async function requireDuty(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ pid: number }>`${sql.raw(HOLDS_DUTY)} ${id}`.execute(db);
  if (rows.length === 0) throw new Interrupted(NO_DUTY);
}

export const isNoDuty = (error: unknown): boolean => error instanceof Interrupted && error.message === NO_DUTY;

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
const isTopic = (text: string | undefined): text is Topic => text === "accounts" || text === "jobs";

const LIVING = `select distinct objid as id from pg_locks where ${HELD_AS.server}`;
/** The connection that has the duty is one of the server with the number that follows. */
const HOLDS_DUTY = `select pid from pg_locks where ${HELD_AS.server} and pid in
  (select pid from pg_locks where ${HELD_AS.duty}) and objid =`;
/** What each beat asks. A server that knows a later schema may have jobs that this one does not know: the work is for that one. */
const NEWER = `exists (select from pg_locks where ${HELD_AS.schema} and objid > ${SCHEMA})`;
const ON_DUTY = `select case when ${NEWER} then not pg_advisory_unlock(${LOCKS.duty}) else true end as "hasDuty", oldest from clock`;
const OFF_DUTY = `select case when ${NEWER} then false else pg_try_advisory_lock(${LOCKS.duty}) end as "hasDuty", oldest from clock`;
