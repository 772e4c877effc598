import type { HeapInfo } from "node:v8";
import { Worker } from "node:worker_threads";
import { errorOfOutcome, Interrupted, OutOfMemory } from "../failure.ts";
import type { StoreLoad, StreamPart } from "../store.ts";
import type { Times } from "../store-watch.ts";
import { type AnyThread, EVERY_REQUEST, type FromThread, type ToThread } from "./messages.ts";

/** The process side of a thread of the store. */

type Waiting = {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly part?: ((part: StreamPart) => void) | undefined;
  readonly times: Times;
};
export type Thread = {
  readonly role: AnyThread["role"];
  /** A new worker replaces it after it runs out of memory. */
  worker: Worker;
  readonly waiting: Map<number, Waiting>;
  readonly toEnd: Int32Array;
  closing: boolean;
};

/**
 * Memory of a thread for short-lived objects, three times what V8 calls a semi-space. The writer reads batches of 500
 * records, which would fill a small space several times. Objects in use are then copied each time and soon count as
 * long-lived, so that a full garbage collection is needed every third batch. Searchers read long lists of values. A page or a
 * part of a stream is small.
 */
const YOUNG_MB: { readonly [R in AnyThread["role"]]: number } = {
  writer: 36,
  reader: 12,
  searcher: 24,
  stream: 12,
  job: 36,
};

export type ThreadOptions = {
  /** The module that each thread runs: it must answer with the messages of `serveThread`. */
  readonly entry: URL;
  /** Memory of a thread for long-lived objects; absent means the limit of the process. */
  readonly heapMb?: number | undefined;
  /** Called if a thread ends by itself and cannot be replaced: reads and writes are not reliable any more. */
  readonly onDeath?: ((error: Error) => void) | undefined;
  /** Called after a thread ran out of memory and was replaced. */
  readonly onOutOfMemory?: ((error: Error) => void) | undefined;
};

/**
 * Starts a thread. If it runs out of memory, a new one replaces it at once and takes the next requests. The old thread's
 * requests fail: the running one as the cause, the waiting ones as interrupted.
 */
export function startThread<Told extends Pick<AnyThread, "role">>(options: ThreadOptions, told: Told): Promise<Thread> {
  const number = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data = { ...told, toEnd: number(), running: number() };
  return new Promise((resolve, reject) => {
    const waiting: Thread["waiting"] = new Map();
    const begin = (ready: () => void): Worker => {
      const worker = newWorker(options, data);
      let started = false;
      let died: Error | undefined;
      worker.on("message", (message: FromThread) => {
        if (message.kind === "part") waiting.get(message.id)?.part?.(message.part);
        if (message.kind === "outcome") settle(waiting, message);
        // Ignores other messages: under --watch Node sends its own messages this way.
        if (message.kind !== "ready") return;
        started = true;
        ready();
      });
      worker.on("error", (error) => {
        died = error instanceof Error ? error : new Error(String(error));
      });
      worker.on("exit", () => {
        const error = died ?? new Error("The store is closed.");
        const replaced = started && !thread.closing && isOutOfMemory(error);
        if (replaced) thread.worker = begin(() => options.onOutOfMemory?.(error));
        refuseAll(waiting, replaced ? Atomics.load(data.running, 0) : null, error);
        if (replaced) return;
        if (opened && !thread.closing) options.onDeath?.(error);
        // The reason why the thread did not start. Has no effect if it did start.
        reject(error);
      });
      return worker;
    };
    let opened = false;
    const thread: Thread = {
      role: told.role,
      worker: begin(() => {
        opened = true;
        resolve(thread);
      }),
      waiting,
      toEnd: data.toEnd,
      closing: false,
    };
  });
}

const newWorker = ({ entry, heapMb }: ThreadOptions, data: AnyThread): Worker =>
  new Worker(entry, {
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_MB[data.role],
      ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
    },
    workerData: data,
    name: `postil ${data.role}`,
  });

const isOutOfMemory = (error: Error): boolean => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** `running`: the request during which the thread ran out of memory; null if it ended for another reason. */
function refuseAll(waiting: Thread["waiting"], running: number | null, error: Error): void {
  const refused = [...waiting];
  waiting.clear();
  for (const [id, { reject }] of refused) {
    if (running === null) reject(error);
    else reject(id === running ? new OutOfMemory() : new Interrupted());
  }
}

type Outcome = Extract<FromThread, { readonly kind: "outcome" }>;

function settle(waiting: Thread["waiting"], { id, outcome, begunAt }: Outcome): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (asked) asked.times.begunAt = begunAt;
  if (outcome.kind === "done" || outcome.kind === "packed") asked?.resolve(outcome.output);
  else asked?.reject(errorOfOutcome(outcome));
}

export const endAll = ({ toEnd }: Thread): unknown => Atomics.store(toEnd, 0, EVERY_REQUEST);

export function closeThread(thread: Thread): Promise<void> {
  const { worker } = thread;
  thread.closing = true;
  endAll(thread);
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.postMessage({ kind: "close" } satisfies ToThread);
  });
}

/** A thread in a long statement cannot tell before its end; nobody waits for it longer, ms. */
const ANSWERS_WITHIN = 500;

export async function heapsOf(threads: readonly Thread[]): Promise<StoreLoad["threads"]> {
  const found = await Promise.all(
    threads.map(async ({ role, worker }) => {
      const late = new Promise<null>((resolve) => setTimeout(resolve, ANSWERS_WITHIN, null).unref());
      // A thread that has just ended has no heap.
      const heap: HeapInfo | null = await Promise.race([worker.getHeapStatistics().catch(() => null), late]);
      return heap && { role, heap: heap.used_heap_size, buffers: heap.external_memory };
    }),
  );
  return found.filter((one) => one !== null);
}
