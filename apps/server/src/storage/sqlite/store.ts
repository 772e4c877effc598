import { Worker } from "node:worker_threads";
import type { Caller, Operations, Store } from "../store.ts";
import type { FromThread, Outcome, Request, ThreadData, ToThread } from "./messages.ts";
import { errorOfOutcome } from "./messages.ts";

export type SqliteStoreOptions = {
  /** The database file; its folder exists. */
  readonly file: string;
  /** Reading threads; as many as cores. */
  readonly readers: number;
  /** The module each thread runs: it must call `serveThread` with the operations. */
  readonly entry: URL;
  /** Whether a read goes through so much that others are not to wait for it. */
  readonly isScan: (name: string, input: unknown) => boolean;
  /** Whether a read keeps much in memory: one more reading thread serves these alone, started at the first of them. */
  readonly isApart?: (name: string) => boolean;
  /** A thread ended by itself: nothing can be read or written reliably any more. */
  readonly onDeath?: (error: Error) => void;
};

type Waiting = { readonly resolve: (output: unknown) => void; readonly reject: (error: Error) => void };
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting>; closing: boolean };

/** The embedded store: one writing thread with group commit, several reading ones, no query on the calling thread. */
export async function openSqliteStore<R extends Operations, W extends Operations>(
  options: SqliteStoreOptions,
): Promise<Store<R, W>> {
  // The writer first: it creates the file and brings the schema up to date.
  const writer = await startThread(options, "writer");
  const readers = await Promise.all(Array.from({ length: options.readers }, () => startThread(options, "reader")));
  const scanner = createScanner(readers);
  let next = 0;

  const ask = (thread: Thread, name: string, caller: Caller | null, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const id = next++;
      thread.waiting.set(id, { resolve, reject });
      const request: Request = { id, name, caller, input };
      thread.worker.postMessage({ kind: "request", request } satisfies ToThread);
    });

  let apart: Promise<Thread> | null = null;
  const read = async (name: string, caller: Caller | null, input: unknown) => {
    if (options.isApart?.(name)) {
      apart ??= startThread(options, "reader");
      return ask(await apart, name, caller, input);
    }
    if (options.isScan(name, input)) return scanner.scan((thread) => ask(thread, name, caller, input));
    return ask(leastBusy(scanner.others()), name, caller, input);
  };

  // The outputs have the types of the operations of that name: the table the threads run is the table of the type.
  const store = {
    read,
    write: (name: string, caller: Caller | null, input: unknown) => ask(writer, name, caller, input),
    close: async () => {
      await Promise.all([...readers, ...(apart ? [await apart] : [])].map(closeThread));
      await closeThread(writer);
    },
  };
  return store as unknown as Store<R, W>;
}

/**
 * Scans wait for each other in one thread, the last of the readers, so that pages, which take a thousandth of the time,
 * never wait for them. While there are none that thread reads like the others.
 */
function createScanner(readers: readonly Thread[]) {
  const rest = readers.length > 1 ? readers.slice(0, -1) : readers;
  let scans = 0;
  return {
    others: () => (scans > 0 ? rest : readers),
    scan: async (ask: (thread: Thread) => Promise<unknown>) => {
      scans++;
      try {
        return await ask(readers.at(-1) ?? leastBusy(readers));
      } finally {
        scans--;
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

function startThread({ file, entry, onDeath }: SqliteStoreOptions, role: ThreadData["role"]): Promise<Thread> {
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
