import type { MessagePort } from "node:worker_threads";
import { outcomeOfError } from "../failure.ts";
import { type NamedOperations, named } from "../operations.ts";
import type { Caller, StoreLoad } from "../store.ts";
import { sharedNow, type Times } from "../store-watch.ts";
import type { AnyThread, FromThread, StoreRequest, ToThread } from "../threads/messages.ts";
import { closeThread, heapsOf, startThread, type Thread, type ThreadOptions } from "../threads/store-thread.ts";
import { createPool, placeOf } from "./database.ts";
import { requireDuty } from "./peers.ts";
import { watchSilence } from "./silence.ts";
import { runWrites, type Write } from "./writes.ts";

/**
 * Writes that take long on the processor, as the steps of jobs do: a thread runs them, on a connection of its own, so that those who
 * wait for an answer of this process do not wait for them. One thread is enough: the row of the clock lets the writes of all servers
 * follow each other, and a second step that waits for it would be one more before each save.
 */
export type Aside = Pick<ThreadOptions, "entry" | "heapMb" | "onOutOfMemory"> & { readonly names: ReadonlySet<string> };

/** `member`: the number of the server that must have the work in the background; null: nobody looks. */
type Told = {
  readonly url: string;
  readonly name: string | undefined;
  readonly member: number | null;
  readonly idleMs: number;
};
export type AsideData = Told & AnyThread;

/** A thread that has nothing to do ends after this time, so that its memory returns to the system, ms. */
const IDLE_MS = 10_000;

/** Starts the thread when it is needed, and again after it has died: that write fails, and the next one finds another thread. */
export function createAside(told: Told, { names: _, ...more }: Aside) {
  let thread: Promise<Thread> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let running = 0;
  let last = 0;

  const start = (): Promise<Thread> => {
    const options = { ...more, onDeath: () => forget(started) };
    const started = startThread<Omit<AsideData, "toEnd" | "running">>(options, { ...told, role: "job" });
    started.catch(() => forget(started));
    return started;
  };
  const forget = (one: Promise<Thread>) => {
    if (thread === one) thread = null;
  };
  const end = async () => {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    const found = await ending?.catch(() => null);
    if (found) await closeThread(found);
  };
  return {
    /** Starts the thread, if it is not there. */
    ready: async (): Promise<void> => {
      clearTimeout(idle);
      thread ??= start();
      await thread;
    },
    write: async (name: string, caller: Caller | null, input: unknown, times: Times): Promise<unknown> => {
      clearTimeout(idle);
      running++;
      try {
        thread ??= start();
        const { worker, waiting } = await thread;
        return await new Promise<unknown>((resolve, reject) => {
          times.givenAt ??= sharedNow();
          const id = ++last;
          waiting.set(id, { resolve, reject, times });
          const request: StoreRequest = { id, name, caller, input, packed: false, written: false, streamed: false };
          worker.postMessage({ kind: "request", request } satisfies ToThread);
        });
      } finally {
        running--;
        if (running === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
      }
    },
    heaps: async (): Promise<StoreLoad["threads"]> => {
      const found = await thread?.catch(() => null);
      return found ? heapsOf([found]) : [];
    },
    /** Ends the thread in the middle of its work: its transaction is rolled back. */
    cut: async (): Promise<void> => {
      const cutting = thread;
      thread = null;
      const found = await cutting?.catch(() => null);
      if (!found) return;
      found.closing = true;
      await found.worker.terminate();
    },
    close: end,
  };
}

/** The code of that thread. */
export function serveAside(port: MessagePort, data: AsideData, operations: NamedOperations["whole"]): void {
  const { url, name, member, idleMs, running } = data;
  const silence = watchSilence(url);
  const { pool, end } = createPool(url, 1, { inTransactionMs: idleMs, name });
  // The line of the server to the others hears soon that a newer version has changed the schema.
  const outgrow = () => {};
  const way = { pool, place: placeOf(url), silence, copies: { keepsValues: false } };
  const to = { ...way, isAlone: false, outgrow, times: { last: 0 } };
  const never = new AbortController().signal;
  const say = (message: FromThread) => port.postMessage(message);
  const answer = async ({ id, name, caller, input }: StoreRequest) => {
    let begunAt = sharedNow();
    const begins = () => {
      begunAt = sharedNow();
      Atomics.store(running, 0, id);
    };
    const work = async (parts: Parameters<Write["work"]>[0]) => {
      if (member !== null) await requireDuty(parts.db, member);
      return named(operations, name)({ ...parts, caller }, input);
    };
    const [{ output, error } = {}] = await runWrites(to, [{ begins, work }], never);
    const outcome = error === undefined ? ({ kind: "done", output } as const) : outcomeOfError(error);
    say({ kind: "outcome", id, outcome, begunAt });
  };
  let answering = Promise.resolve();
  port.on("message", (message: ToThread) => {
    if (message.kind === "request") answering = answering.then(() => answer(message.request));
    if (message.kind !== "close") return;
    void answering.then(end).then(() => {
      silence.stop();
      port.close();
    });
  });
  say({ kind: "ready" });
}
