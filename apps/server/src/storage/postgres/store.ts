import { deserialize, serialize } from "node:v8";
import { DEFAULT_LIMITS } from "../../limits.ts";
import { createCopies } from "../engine.ts";
import { Ended, StreamCut } from "../failure.ts";
import type {
  Caller,
  Lane,
  Operations,
  Store,
  StoreLane,
  StreamOperations,
  StreamPart,
  WatchCall,
  Writer,
} from "../store.ts";
import { createStoreWatch, sharedNow, type Times } from "../store-watch.ts";
import { createPool, placeOf } from "./database.ts";
import { errorForCaller } from "./failure.ts";
import { prepareDatabase } from "./migrate.ts";
import { beginReading, partsOfRead, runRead, runWrite, type Transaction } from "./transaction.ts";

type PostgresStoreOptions<R extends Operations> = {
  /** The address of the database, with its user and password. */
  readonly url: string;
  readonly operations: {
    readonly whole: Operations;
    readonly streams: StreamOperations;
    readonly writers: { readonly [name: string]: Writer };
  };
  readonly laneOf: <K extends keyof R & string>(name: K, input: Parameters<R[K]>[1]) => Lane;
  /** Number of streams at once; each has a connection. */
  readonly streams?: number;
  /** How long a stream waits until its next part is taken. */
  readonly streamWaitsMs?: number;
  readonly watch?: WatchCall | undefined;
};

/** Connections of one server: these for reads, one for writes, and one for each stream. */
const READS = 8;
/** How long a call waits for a connection, ms. */
const WAITS = 30_000;
/** An open transaction keeps the server from using the room of old rows again. */
const STREAM_WAITS = 60_000;

type Call = readonly [name: string, caller: Caller | null, input: unknown];

/**
 * The store of a PostgreSQL server. A read is a transaction that sees one moment. Writes follow each other, those of other
 * servers too (transaction.ts), so no rule that reads first and writes later meets another writer. Calls run in the thread
 * that asks.
 */
export async function openPostgresStore<
  R extends Operations,
  W extends Operations,
  S extends StreamOperations = Record<never, never>,
>({ url, operations, laneOf, ...options }: PostgresStoreOptions<R>): Promise<Store<R, W, S>> {
  await prepareDatabase(url);
  const place = placeOf(url);
  const copies = createCopies();
  const to = (most: number) => ({ pool: createPool(url, most, WAITS), place, copies });
  const [reading, writing, streaming] = [to(READS), to(1), to(options.streams ?? DEFAULT_LIMITS.exports)];
  const watch = createStoreWatch(options.watch);
  const closing = new AbortController();
  const open = new Set<Promise<unknown>>();

  /** The store closes after all calls. */
  const call = async <T>(name: string, lane: StoreLane, work: (times: Times) => Promise<T>): Promise<T> => {
    if (closing.signal.aborted) throw new Ended();
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
  const found = <T>(table: { readonly [name: string]: T }, name: string): T => {
    const one = table[name];
    if (one === undefined) throw new Error(`No operation named ${name}`);
    return one;
  };
  const textOf = (name: string, output: unknown): Uint8Array<ArrayBuffer> => {
    const writer = operations.writers[name];
    if (!writer) throw new Error("There is no writer of that name");
    return new TextEncoder().encode(writer(output));
  };

  const read = ([name, caller, input]: Call, left?: AbortSignal): Promise<unknown> =>
    // The input of this operation.
    call(name, laneOf(name, input as never), (times) =>
      runRead(reading, { left: untilClosed(left), begins: beginsAt(times) }, (parts) =>
        found(operations.whole, name)({ ...parts, caller }, input),
      ),
    );

  /** Writes wait here and not for a connection: what has not begun when the store closes is refused. */
  let last: Promise<unknown> = Promise.resolve();
  const write = ([name, caller, input]: Call): Promise<unknown> =>
    call(name, "write", (times) => {
      const written = last.then(() => {
        if (closing.signal.aborted) throw new Ended();
        return runWrite(writing, { begins: beginsAt(times) }, (parts) =>
          found(operations.whole, name)({ ...parts, caller }, input),
        );
      });
      last = written.catch(() => {});
      return written;
    });

  async function* stream([name, caller, input]: Call, left?: AbortSignal): AsyncGenerator<StreamPart, void> {
    const over = Promise.withResolvers<void>();
    const times = await new Promise<Times>((resolve, reject) => {
      call(name, "stream", (given) => {
        resolve(given);
        return over.promise;
      }).catch(reject);
    });
    const signal = untilClosed(left);
    let transaction: Transaction | undefined;
    let late = false;
    const cut = () => {
      late = true;
      transaction?.cut();
    };
    try {
      transaction = await beginReading(streaming, { left: signal, begins: beginsAt(times) });
      for await (const part of found(operations.streams, name)({ ...partsOfRead(transaction), caller }, input)) {
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
      textOf(name, await read([name, caller, input], left)),
    stream: (...[name, caller, input, left]: [...Call, AbortSignal?]) => stream([name, caller, input], left),
    write: (...asked: Call) => write(asked),
    writeText: async (...asked: Call) => textOf(asked[0], await write(asked)),
    writePacked: async (name: string, caller: Caller | null, input: Uint8Array, output: "packed" | "text") => {
      const done = await write([name, caller, deserialize(input)]);
      return output === "text" ? textOf(name, done) : new Uint8Array(serialize(done));
    },
    load: async () => ({ lanes: watch.lanes(), threads: [] }),
    close: async () => {
      closing.abort();
      await Promise.all(open);
      await Promise.all([reading, writing, streaming].map(({ pool }) => pool.end()));
    },
  };
  return store as unknown as Store<R, W, S>;
}
