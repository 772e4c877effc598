import { DEFAULT_LIMITS } from "../../limits.ts";
import { Ended, type StreamCut } from "../failure.ts";
import type { Caller, Lane, Operations, Store, StreamOperations, StreamPart, WatchCall } from "../store.ts";
import { createStoreWatch, sharedNow, type Times } from "../store-watch.ts";
import { createLane, createLanes, NOBODY, shareOfSearcher } from "./lane.ts";
import { FILE, NO_REQUEST, type Role, type StoreRequest, type ThreadData, type ToThread } from "./messages.ts";
import { closeThread, endAll, heapsOf, startThread, type Thread, type ThreadOptions } from "./store-thread.ts";

export type ThreadedStoreOptions<R extends Operations> = ThreadOptions & {
  /** The database file; its folder exists. */
  readonly file: string;
  /** Number of reading threads: as many as there are cores. */
  readonly readers: number;
  /** Memory for the copies of searches, in all threads together. */
  readonly searchBytes: number;
  /** The lane of a read: a read waits only for reads of its own lane. */
  readonly laneOf: <K extends keyof R & string>(name: K, input: Parameters<R[K]>[1]) => Lane;
  /** Watches a stream: `waitsFor` is how long a part has waited for its reader, ms. Returns what ends the watch. */
  readonly watchStream: (waitsFor: () => number, cut: (why: StreamCut) => void) => () => void;
  readonly watch?: WatchCall | undefined;
  /** Number of streams at once; each has a thread. */
  readonly streams?: number;
};

/** The last id; after it the ids begin again. */
const LAST_ID = 1_000_000_000;

/** The store of an engine that works where it is called: one writing thread, and reading threads. The caller's runs no query. */
export async function openThreadedStore<
  R extends Operations,
  W extends Operations,
  S extends StreamOperations = Record<never, never>,
>(options: ThreadedStoreOptions<R>): Promise<Store<R, W, S>> {
  const { writer, readers, start } = await startThreads(options);
  const watch = createStoreWatch(options.watch);
  let last = NO_REQUEST;
  let closed = false;

  type More = {
    readonly packed?: boolean;
    readonly written?: boolean;
    readonly left?: AbortSignal | undefined;
    readonly part?: (part: StreamPart) => void;
  };
  const ask = (
    thread: Thread,
    name: string,
    caller: Caller | null,
    input: unknown,
    times: Times,
    { packed = false, written = false, left, part }: More = {},
  ) =>
    new Promise<unknown>((resolve, reject) => {
      if (closed) throw new Ended();
      times.givenAt ??= sharedNow();
      last = last === LAST_ID ? 1 : last + 1;
      const id = last;
      thread.waiting.set(id, { resolve, reject, part, times });
      const request: StoreRequest = { id, name, caller, input, packed, written, streamed: part !== undefined };
      thread.worker.postMessage(
        { kind: "request", request } satisfies ToThread,
        packed && input instanceof Uint8Array ? [input.buffer as ArrayBuffer] : [], // made by serialize
      );
      const end = () => {
        if (!thread.waiting.has(id)) return;
        Atomics.store(thread.toEnd, 0, id);
        // A stream that waits for its reader checks only after a message.
        if (part) tellTaken(thread);
      };
      left?.addEventListener("abort", end, { once: true });
    });

  const openOne = async (role: Role) => {
    if (closed) throw new Ended();
    return start(role);
  };
  const streaming = createLane({
    first: [],
    open: () => openOne("stream"),
    most: options.streams ?? DEFAULT_LIMITS.exports,
  });
  async function* stream(name: string, caller: Caller | null, input: unknown, left?: AbortSignal) {
    const stop = new AbortController();
    let reading: Thread | undefined;
    const queue = createPartQueue(() => reading && tellTaken(reading));
    left?.addEventListener("abort", () => stop.abort(), { once: true });
    if (left?.aborted) throw new Ended();
    const unwatch = options.watchStream(queue.waitsFor, (why) => {
      queue.end(why);
      stop.abort();
    });
    const done = watch
      .run(name, "stream", (times) =>
        streaming.run(
          caller?.key ?? NOBODY,
          (thread, end) => {
            reading = thread;
            return ask(thread, name, caller, input, times, { left: end, part: queue.add });
          },
          stop.signal,
        ),
      )
      .then(() => queue.end(), queue.end);
    try {
      yield* queue.take();
    } finally {
      unwatch();
      stop.abort();
      await done;
    }
  }
  // Searches use the last reader first. While it is busy, pages, which take a hundredth of the time, use the other readers.
  const [others, searching] = readers.length > 1 ? [readers.slice(0, -1), readers.slice(-1)] : [readers, readers];
  const lanes = createLanes(searching, openOne);
  const readBy =
    (written: boolean) => async (name: string, caller: Caller | null, input: unknown, left?: AbortSignal) => {
      const lane = options.laneOf(name, input as never); // the input of this operation
      return watch.run(name, lane, (times) => {
        if (lane === "short")
          return ask(leastBusy(lanes.search.isBusy() ? others : readers), name, caller, input, times, { written });
        return lanes[lane].run(
          caller?.key ?? NOBODY,
          (thread, end) => ask(thread, name, caller, input, times, { written, left: end }),
          left,
        );
      });
    };
  const write = (name: string, caller: Caller | null, input: unknown, more?: More) =>
    watch.run(name, "write", (times) => ask(writer, name, caller, input, times, more));
  const startedThreads = async () => {
    const more = (await Promise.all([...Object.values(lanes), streaming].map((lane) => lane.threads()))).flat();
    return [...new Set([...readers, ...more])];
  };

  // The outputs have the types of the operations with these names: the threads run the same table as in the type.
  const store = {
    read: readBy(false),
    readText: readBy(true),
    stream,
    write: (name: string, caller: Caller | null, input: unknown) => write(name, caller, input),
    writeText: (name: string, caller: Caller | null, input: unknown) => write(name, caller, input, { written: true }),
    writePacked: (name: string, caller: Caller | null, input: Uint8Array, output: "packed" | "text") =>
      write(name, caller, input, { packed: true, written: output === "text" }),
    load: async () => ({
      lanes: watch.lanes(),
      threads: await heapsOf([writer, ...(await startedThreads())]),
      database: null,
    }),
    close: async () => {
      closed = true;
      // All threads at once, so that no thread continues while another one is awaited.
      for (const thread of [writer, ...readers]) endAll(thread);
      await Promise.all((await startedThreads()).map(closeThread));
      await closeThread(writer);
    },
  };
  return store as unknown as Store<R, W, S>;
}

const tellTaken = ({ worker }: Thread): void => worker.postMessage({ kind: "taken" } satisfies ToThread);

function leastBusy(threads: readonly Thread[]): Thread {
  const [first, ...rest] = threads;
  if (!first) throw new Error("The store needs at least one reading thread.");
  return rest.reduce((best, thread) => (thread.waiting.size < best.waiting.size ? thread : best), first);
}

/**
 * Starts the permanent threads. They load their code in parallel, which takes most of the start. The readers open the file
 * after the writer has created it and updated the schema.
 */
async function startThreads(options: Omit<ThreadedStoreOptions<Operations>, "laneOf">) {
  const opening = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const share = shareOfSearcher(options.searchBytes);
  const start = (role: Role) =>
    startThread<Omit<ThreadData, "toEnd" | "running">>(options, {
      file: options.file,
      role,
      opening,
      searchBytes: role === "searcher" ? share.bytes : 0,
      bytesPerRecord: share.perRecord,
      vectorBytes: options.searchBytes,
    });
  const writing = start("writer");
  const reading = Array.from({ length: options.readers }, (_, at) =>
    start(at === options.readers - 1 ? "searcher" : "reader"),
  );
  const settled = Promise.allSettled([writing, ...reading]);
  const say = (state: number) => {
    Atomics.store(opening, 0, state);
    Atomics.notify(opening, 0);
  };
  try {
    const writer = await writing;
    say(FILE.ready);
    return { writer, readers: await Promise.all(reading), start };
  } catch (error) {
    say(FILE.unusable);
    for (const thread of await settled) if (thread.status === "fulfilled") await closeThread(thread.value);
    throw error;
  }
}

/** A queue of received parts that were not taken yet, for one reader. */
function createPartQueue(taken: () => void) {
  const parts: StreamPart[] = [];
  let ended = false;
  let failure: unknown = null;
  let wake = () => {};
  let lastTaken = performance.now();

  return {
    add: (part: StreamPart): void => {
      parts.push(part);
      wake();
    },
    /** Ends the queue. Parts already received are still delivered, unless there was an error. */
    end: (error: unknown = null): void => {
      if (ended) return;
      ended = true;
      failure = error;
      wake();
    },
    /** How long a part has waited for its reader, in milliseconds. */
    waitsFor: (): number => (parts.length === 0 ? 0 : performance.now() - lastTaken),
    async *take(): AsyncGenerator<StreamPart, void> {
      for (;;) {
        if (failure) throw failure;
        const part = parts.shift();
        if (part) {
          lastTaken = performance.now();
          taken();
          yield part;
          lastTaken = performance.now();
        } else if (ended) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
