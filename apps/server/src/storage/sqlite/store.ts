import { Worker } from "node:worker_threads";
import type { Caller, Lane, Operations, Store } from "../store.ts";
import type { FromThread, Outcome, Request, ThreadData, ToThread } from "./messages.ts";
import { errorOfOutcome } from "./messages.ts";

export type SqliteStoreOptions<R extends Operations> = {
  /** The database file; its folder exists. */
  readonly file: string;
  /** Reading threads; as many as cores. */
  readonly readers: number;
  /** The module each thread runs: it must call `serveThread` with the operations. */
  readonly entry: URL;
  /** Reads wait for those of their own lane alone. */
  readonly laneOf: <K extends keyof R & string>(name: K, input: Parameters<R[K]>[1]) => Lane;
  /** A thread ended by itself: nothing can be read or written reliably any more. */
  readonly onDeath?: (error: Error) => void;
};

type Waiting = { readonly resolve: (output: unknown) => void; readonly reject: (error: Error) => void };
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; closing: boolean };

/** The embedded store: one writing thread with group commit, several reading ones, no query on the calling thread. */
export async function openSqliteStore<R extends Operations, W extends Operations>(
  options: SqliteStoreOptions<R>,
): Promise<Store<R, W>> {
  // The writer first: it creates the file and brings the schema up to date.
  const writer = await startThread(options, "writer");
  const readers = await Promise.all(Array.from({ length: options.readers }, () => startThread(options, "reader")));
  const searcher = createSearcher(readers);
  let next = 0;

  const ask = (thread: Thread, name: string, caller: Caller | null, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const id = next++;
      thread.waiting.set(id, { resolve, reject });
      const request: Request = { id, name, caller, input };
      thread.worker.postMessage({ kind: "request", request } satisfies ToThread);
    });

  /** Lanes with a thread of their own, started at the first read: most servers never see one. */
  const apart = new Map<Lane, Promise<Thread>>();
  const threadOf = (lane: Lane) => {
    const thread = apart.get(lane) ?? startThread(options, "reader");
    apart.set(lane, thread);
    return thread;
  };
  const read = async (name: string, caller: Caller | null, input: unknown) => {
    const lane = options.laneOf(name, input);
    if (lane === "short") return ask(leastBusy(searcher.others()), name, caller, input);
    if (lane === "search") return searcher.search((thread) => ask(thread, name, caller, input));
    return ask(await threadOf(lane), name, caller, input);
  };

  // The outputs have the types of the operations of that name: the table the threads run is the table of the type.
  const store = {
    read,
    write: (name: string, caller: Caller | null, input: unknown) => ask(writer, name, caller, input),
    close: async () => {
      await Promise.all([...readers, ...(await Promise.all(apart.values()))].map(closeThread));
      await closeThread(writer);
    },
  };
  return store as unknown as Store<R, W>;
}

/**
 * Searches wait for each other in one thread, the last of the readers, so that pages, which take a hundredth of the time,
 * never wait for them. While there are none that thread reads like the others.
 */
function createSearcher(readers: readonly Thread[]) {
  const rest = readers.length > 1 ? readers.slice(0, -1) : readers;
  let searches = 0;
  return {
    others: () => (searches > 0 ? rest : readers),
    search: async (ask: (thread: Thread) => Promise<unknown>) => {
      searches++;
      try {
        return await ask(readers.at(-1) ?? leastBusy(readers));
      } finally {
        searches--;
      }
    },
  };
}

function leastBusy(threads: readonly Thread[]): Thread {
  const [first, ...rest] = threads;
  if (!first) throw new Error("The store needs at least one reading thread.");
  return rest.reduce((best, thread) => (thread.waiting.size < best.waiting.size ? thread : best), first);
}

/**
 * V8 would take 48 MiB a thread for short-lived objects alone. A reader makes a page at a time; the writer takes in batches of
 * 500 records, which would all be copied about in a small one.
 */
const YOUNG_MB = { reader: 12, writer: 24 } as const;

function startThread(
  { file, entry, onDeath }: Pick<SqliteStoreOptions<Operations>, "file" | "entry" | "onDeath">,
  role: ThreadData["role"],
): Promise<Thread> {
  const workerData: ThreadData = { file, role };
  const worker = new Worker(entry, {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[role] },
    workerData,
    name: `postil ${role}`,
  });
  const waiting: Thread["waiting"] = new Map();
  const thread: Thread = { worker, waiting, closing: false };
  return new Promise((resolve, reject) => {
    let started = false;
    let died: Error | undefined;
    worker.on("message", (message: FromThread) => {
      if (message.kind === "outcome") settle(waiting, message.id, message.outcome);
      // Not everything else is ours: under --watch Node sends messages of its own this way.
      if (message.kind !== "ready") return;
      started = true;
      resolve(thread);
    });
    worker.on("error", (error) => {
      died = error instanceof Error ? error : new Error(String(error));
    });
    worker.on("exit", () => {
      const error = died ?? new Error("The store is closed.");
      for (const { reject: refuse } of waiting.values()) refuse(error);
      waiting.clear();
      if (started && !thread.closing) onDeath?.(error);
      // The reason that it never started, or nothing to anybody.
      reject(error);
    });
  });
}

function settle(waiting: Thread["waiting"], id: number, outcome: Outcome): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (outcome.kind === "done") asked?.resolve(outcome.output);
  else asked?.reject(errorOfOutcome(outcome));
}

function closeThread(thread: Thread): Promise<void> {
  const { worker } = thread;
  thread.closing = true;
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.postMessage({ kind: "close" } satisfies ToThread);
  });
}
