import { Worker } from "node:worker_threads";
import { Interrupted, OutOfMemory } from "../failure.ts";
import { errorOfOutcome } from "../outcome.ts";
import type { StreamPart } from "../store.ts";
import type { Role } from "./database.ts";
import { EVERY_REQUEST, type FromThread, type StoreOutcome, type ThreadData, type ToThread } from "./messages.ts";

/** The outside of a thread of the embedded store. */

type Waiting = {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Where the parts of a stream go. */
  readonly part?: ((part: StreamPart) => void) | undefined;
};
export type Thread = {
  /** Another one once this has run out of memory. */
  worker: Worker;
  readonly waiting: Map<number, Waiting>;
  readonly toEnd: Int32Array;
  closing: boolean;
};

/**
 * What a thread may take for objects that live briefly, three times what V8 calls a semi-space. The writer takes in batches of 500
 * records, of which a small one would fill up several times: what is still in use is copied each time, and soon counted among
 * what lives long, which then has to be gone through every third batch. Searchers take in long lists of values; a page or a
 * part of a stream is little.
 */
const YOUNG_MB: { readonly [R in Role]: number } = { writer: 36, reader: 12, searcher: 24, stream: 12 };

export type ThreadOptions = {
  /** The module each thread runs: it must call `serveThread` with the operations. */
  readonly entry: URL;
  /** What a thread may take for objects that live long; none: what the process may. */
  readonly heapMb?: number | undefined;
  /** A thread ended by itself, and none can take its place: nothing can be read or written reliably any more. */
  readonly onDeath?: ((error: Error) => void) | undefined;
  /** A thread ran out of memory, and another has taken its place. */
  readonly onOutOfMemory?: ((error: Error) => void) | undefined;
};

/**
 * Starts a thread. When it runs out of memory another takes its place, at once and with the same requests to come: those that it had
 * are answered that they were not done, the one that it was at otherwise than those that only waited for it.
 */
export function startThread(options: ThreadOptions, told: Omit<ThreadData, "toEnd" | "running">): Promise<Thread> {
  const number = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data: ThreadData = { ...told, toEnd: number(), running: number() };
  return new Promise((resolve, reject) => {
    const waiting: Thread["waiting"] = new Map();
    const begin = (ready: () => void): Worker => {
      const worker = newWorker(options, data);
      let started = false;
      let died: Error | undefined;
      worker.on("message", (message: FromThread) => {
        if (message.kind === "part") waiting.get(message.id)?.part?.(message.part);
        if (message.kind === "outcome") settle(waiting, message.id, message.outcome);
        // Not everything else is ours: under --watch Node sends messages of its own this way.
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
        // The reason that it never started, or nothing to anybody.
        reject(error);
      });
      return worker;
    };
    let opened = false;
    const thread: Thread = {
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

const newWorker = ({ entry, heapMb }: ThreadOptions, data: ThreadData): Worker =>
  new Worker(entry, {
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_MB[data.role],
      ...(heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }),
    },
    workerData: data,
    name: `postil ${data.role}`,
  });

const isOutOfMemory = (error: Error): boolean => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** `running`: the request that the thread ran out of memory at; null: it ended otherwise. */
function refuseAll(waiting: Thread["waiting"], running: number | null, error: Error): void {
  const refused = [...waiting];
  waiting.clear();
  for (const [id, { reject }] of refused) {
    if (running === null) reject(error);
    else reject(id === running ? new OutOfMemory() : new Interrupted());
  }
}

function settle(waiting: Thread["waiting"], id: number, outcome: StoreOutcome): void {
  const asked = waiting.get(id);
  waiting.delete(id);
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
