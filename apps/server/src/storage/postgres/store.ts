import { deserialize, serialize } from "node:v8";
import { DEFAULT_LIMITS } from "../../limits.ts";
import { Ended, StreamCut } from "../failure.ts";
import { type NamedOperations, named, WRITES_TOGETHER, writtenBy } from "../operations.ts";
import type { Topic } from "../peers.ts";
import type { Caller, Lane, Operations, Store, StoreLane, StreamOperations, StreamPart, WatchCall } from "../store.ts";
import { createStoreWatch, sharedNow, type Times } from "../store-watch.ts";
import { createLane, createLanes, NOBODY } from "../threads/lane.ts";
import { type Aside, createAside } from "./aside.ts";
import { claimAlone } from "./claim.ts";
import { createPool, placeOf } from "./database.ts";
import { errorForCaller, isStale } from "./failure.ts";
import { loadOf } from "./load.ts";
import { prepareDatabase } from "./migrate.ts";
import { pageFilesIn } from "./page-files.ts";
import { isNoDuty, joinPeers } from "./peers.ts";
import { besideNewer, SCHEMA } from "./schema.ts";
import { watchSilence } from "./silence.ts";
import { beginReading, type Connections, partsOfRead, runRead, type Transaction } from "./transaction.ts";
import { keepVectorIndexes, type VectorMemory } from "./vector-upkeep.ts";
import { runWrites, type Write, type Written } from "./writes.ts";

type PostgresStoreOptions<R extends Operations> = {
  /** The address of the database, with its user and password. */
  readonly url: string;
  readonly operations: NamedOperations;
  readonly laneOf: <K extends keyof R & string>(name: K, input: Parameters<R[K]>[1]) => Lane;
  /** Number of streams at once; each has a connection. */
  readonly streams?: number;
  /** How long a stream waits until its next part is taken. */
  readonly streamWaitsMs?: number;
  /** Memory for copies of vectors, and how many a copy then has room for: of more, an index is made. */
  readonly vectors?: VectorMemory;
  /** How often the indexes of vectors are looked after, ms. */
  readonly vectorsEveryMs?: number | undefined;
  readonly watch?: WatchCall | undefined;
  readonly aside?: Aside | undefined;
  /** Who opens it; by default somebody who only looks into a database that servers may have. */
  readonly as?: OpenedAs | undefined;
};

/** One of the servers of the database, which have rules, or a command that needs it alone; `onLost`: a server may begin now. */
export type OpenedAs =
  | {
      readonly kind: "server";
      readonly name: string;
      readonly rules: ServerRules;
      readonly say: (line: string) => void;
    }
  | { readonly kind: "alone"; readonly onLost: () => void };

export type ServerRules = {
  /** Writes of the work that one server does in the background. */
  readonly ofDuty: ReadonlySet<string>;
  /** What the others must know of a write. */
  readonly topicOf: (name: string, output: unknown) => Topic | null;
};

/** Connections of one server: these for short reads, those of the other lanes, one for writes, and one for each stream. */
const SHORT_READS = 8;
/** How long the last writes may take while the store closes, and a silent server the end of its lock, ms. */
const CLOSES_WITHIN = 500;
/** An open transaction keeps the server from using the room of old rows again. */
const STREAM_WAITS = 60_000;
/**
 * How long a transaction may ask nothing, ms. A server that is paused in a write has all others wait for it: it is cut soon. Between
 * two statements of a read the process may search its copies, and a stream waits for its reader.
 */
const IDLE = { write: 5000, read: 60_000, stream: STREAM_WAITS + 30_000 } as const;

type To = { readonly keepsValues?: boolean; readonly idle?: number };
type Call = readonly [name: string, caller: Caller | null, input: unknown];

/**
 * The store of a PostgreSQL server. A read is a transaction that sees one moment. Writes follow each other, those of other
 * servers too (writes.ts), so no rule that reads first and writes later meets another writer. Calls run in the thread
 * that asks.
 */
export async function openPostgresStore<
  R extends Operations,
  W extends Operations,
  S extends StreamOperations = Record<never, never>,
>({ url, operations, laneOf, ...options }: PostgresStoreOptions<R>): Promise<Store<R, W, S>> {
  const { as } = options;
  const isAlone = as?.kind === "alone";
  // A command for all data leaves out what it does not know.
  const schema = await prepareDatabase(url, { say: as?.kind === "server" ? as.say : undefined, isStrict: isAlone });
  const release = isAlone ? await claimAlone(url, as.onLost) : null;
  const member = as?.kind === "server" ? await joinPeers(url, as.name, as.say) : null;
  if (as?.kind === "server" && schema.version > SCHEMA) as.say(besideNewer(schema.version));
  const rules = as?.kind === "server" ? as.rules : null;
  const { vectors: memory, vectorsEveryMs: everyMs } = options;
  const indexes =
    as?.kind === "server" && member && memory
      ? keepVectorIndexes({ url, name: as.name, say: as.say, memory, hasDuty: member.hasDuty, everyMs })
      : null;
  const place = placeOf(url);
  const silence = watchSilence(url);
  const all: ReturnType<typeof createPool>[] = [];
  const to = (most: number, { keepsValues = false, idle = IDLE.read }: To = {}): Connections => {
    const made = createPool(url, most, { inTransactionMs: idle, name: member?.name });
    all.push(made);
    const outgrow = member?.outgrow ?? (() => {});
    const copies = { keepsValues, vectorBytes: options.vectors?.bytes };
    return { pool: made.pool, place, silence, copies, isAlone, outgrow, times: { last: 0 } };
  };
  const aside =
    options.aside &&
    createAside({ url, name: member?.name, member: member?.id ?? null, idleMs: IDLE.write }, options.aside);
  const streams = options.streams ?? DEFAULT_LIMITS.exports;
  const [reading, writing] = [to(SHORT_READS), to(1, { idle: IDLE.write })];
  const streaming = to(streams, { idle: IDLE.stream });
  /** One stream of each person at a time. */
  const turns = createLane({
    first: Array.from({ length: streams }, (_, at) => at),
    open: async () => 0,
    most: streams,
  });
  /** What is a thread of the embedded engine is a connection here. */
  const openOne = async (role: "reader" | "searcher") => to(1, { keepsValues: role === "searcher" });
  const lanes = createLanes([to(1, { keepsValues: true })], openOne);
  const watch = createStoreWatch(options.watch);
  const closing = new AbortController();
  /** Writes go on while the store closes, for a while. */
  const cutting = new AbortController();
  const open = new Set<Promise<unknown>>();

  /** The store closes after all calls. */
  const call = async <T>(name: string, lane: StoreLane, work: (times: Times) => Promise<T>): Promise<T> => {
    if (closing.signal.aborted) throw new Ended();
    member?.requireKnown();
    const running = watch.run(name, lane, work);
    const over: Promise<unknown> = running.catch(() => {}).then(() => open.delete(over));
    open.add(over);
    return running;
  };
  const beginsAt = (times: Times) => () => {
    times.givenAt = sharedNow();
    times.begunAt = times.givenAt;
  };
  const untilClosed = (left?: AbortSignal) => AbortSignal.any([closing.signal, ...(left ? [left] : [])]);
  const read = async ([name, caller, input]: Call, left?: AbortSignal): Promise<unknown> => {
    const lane = laneOf(name, input as never); // the input of this operation
    return call(name, lane, (times) => {
      const by = (to: Connections, end?: AbortSignal) =>
        runRead(to, { left: untilClosed(end), begins: beginsAt(times) }, (parts) =>
          named(operations.whole, name)({ ...parts, caller }, input),
        );
      return lane === "short" ? by(reading, left) : lanes[lane].run(caller?.key ?? NOBODY, by, left);
    });
  };

  /**
   * One transaction of this server writes at a time. Of a server that is paused a second one would get the row of the clock as soon as
   * the first is cut, and hold up the others again (PGS-77).
   */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  /** Writes wait here and not for a connection: what has not begun when the store closes is refused. */
  const waiting: (Write & { readonly settle: (written: Written) => void })[] = [];
  let isWriting = false;
  const writeAll = async () => {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      await inTurn(async () => {
        const batch = waiting.splice(0, WRITES_TOGETHER);
        const written = closing.signal.aborted ? [] : await runWrites(writing, batch, cutting.signal);
        for (const [at, { settle }] of batch.entries()) settle(written[at] ?? { error: new Ended() });
      });
    }
    isWriting = false;
  };
  const write = (asked: Call): Promise<unknown> => {
    const [name, caller, input] = asked;
    return call(name, "write", async (times) => {
      if (aside && options.aside?.names.has(name)) {
        await aside.ready();
        return inTurn(() => aside.write(name, caller, input, times));
      }
      const { promise, resolve: settle } = Promise.withResolvers<Written>();
      const work: Write["work"] = async (parts) => {
        if (rules?.ofDuty.has(name)) await member?.requireDuty(parts.db);
        const output = await named(operations.whole, name)({ ...parts, caller }, input);
        const topic = rules?.topicOf(name, output);
        if (topic) await member?.tellWith(parts.db, topic);
        return output;
      };
      waiting.push({ begins: beginsAt(times), work, settle });
      void writeAll();
      const { output, error } = await promise;
      if (error !== undefined) throw error;
      return output;
    }).catch((error: unknown) => {
      if (isNoDuty(error)) member?.hasLostDuty();
      throw error;
    });
  };

  async function* stream([name, caller, input]: Call, left?: AbortSignal): AsyncGenerator<StreamPart, void> {
    const over = Promise.withResolvers<void>();
    const signal = untilClosed(left);
    const times = await new Promise<Times>((resolve, reject) => {
      const begin = (given: Times) => {
        resolve(given);
        return over.promise;
      };
      call(name, "stream", (given) => turns.run(caller?.key ?? NOBODY, () => begin(given), signal)).catch(reject);
    });
    // The connection is cut then; its reader may take the end of it later.
    signal.addEventListener("abort", () => over.resolve(), { once: true });
    let transaction: Transaction | undefined;
    let late = false;
    const cut = () => {
      late = true;
      transaction?.cut();
    };
    /** The first part may need a new connection: a newer version has added columns. */
    async function* parts() {
      for (let stale = 0, isGiven = false; ; stale++) {
        transaction = await beginReading(streaming, { left: signal, begins: beginsAt(times) });
        try {
          for await (const part of named(operations.streams, name)({ ...partsOfRead(transaction), caller }, input)) {
            isGiven = true;
            yield part;
          }
          return;
        } catch (error) {
          if (isGiven || !isStale(error) || stale > streams) throw error;
          transaction.cut();
        }
      }
    }
    try {
      for await (const part of parts()) {
        const waits = setTimeout(cut, options.streamWaitsMs ?? STREAM_WAITS);
        try {
          yield part;
        } finally {
          clearTimeout(waits);
        }
        if (late || signal.aborted) break;
      }
    } catch (error) {
      if (!late && !signal.aborted) throw errorForCaller(error, place, false);
    } finally {
      await transaction?.rollback();
      over.resolve();
    }
    if (late) throw new StreamCut(`Nothing was read for ${(options.streamWaitsMs ?? STREAM_WAITS) / 1000} seconds.`);
    if (signal.aborted) throw new Ended();
  }

  // The outputs have the types of the operations with these names: the table is the same as in the type.
  const store = {
    read: (...[name, caller, input, left]: [...Call, AbortSignal?]) => read([name, caller, input], left),
    readText: async (...[name, caller, input, left]: [...Call, AbortSignal?]) =>
      writtenBy(operations, name, await read([name, caller, input], left)),
    stream: (...[name, caller, input, left]: [...Call, AbortSignal?]) => stream([name, caller, input], left),
    write: (...asked: Call) => write(asked),
    writeText: async (...asked: Call) => writtenBy(operations, asked[0], await write(asked)),
    writePacked: async (name: string, caller: Caller | null, input: Uint8Array, output: "packed" | "text") => {
      const done = await write([name, caller, deserialize(input)]);
      return output === "text" ? writtenBy(operations, name, done) : new Uint8Array(serialize(done));
    },
    load: async () => ({
      lanes: watch.lanes(),
      threads: (await aside?.heaps()) ?? [],
      database: await loadOf(
        all.map(({ pool }) => pool),
        reading.pool,
      ),
    }),
    ...(member && { peers: { ...member, page: pageFilesIn(reading.pool, place) } }),
    close: async () => {
      closing.abort();
      const late = setTimeout(() => {
        cutting.abort();
        void aside?.cut();
      }, CLOSES_WITHIN);
      await Promise.all(open);
      await aside?.close();
      clearTimeout(late);
      silence.stop();
      await indexes?.close();
      const moment = new Promise((resolve) => setTimeout(resolve, CLOSES_WITHIN / 2).unref());
      const left = Promise.all([member?.close(), release?.()]);
      await Promise.all([...all.map(({ end }) => end()), Promise.race([left, moment])]);
    },
  };
  return store as unknown as Store<R, W, S>;
}
