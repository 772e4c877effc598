import { getPriority, setPriority } from "node:os";
import { deserialize, serialize } from "node:v8";
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Micros } from "@postil/domain/time";
import { createClock } from "../clock.ts";
import { Ended, outcomeOfError } from "../failure.ts";
import { type NamedOperations, named, WRITES_TOGETHER, writtenBy } from "../operations.ts";
import type { Context } from "../store.ts";
import { sharedNow } from "../store-watch.ts";
import type { Db } from "../tables.ts";
import {
  EVERY_REQUEST,
  FILE,
  type FromThread,
  PARTS_AHEAD,
  type StoreOutcome,
  type StoreRequest,
  type ThreadData,
  type ToThread,
} from "./messages.ts";

type Run = () => Promise<StoreOutcome>;

/** What a thread needs of its engine, besides the queries of its operations. */
export type ThreadEngine = {
  readonly db: Db;
  /** Runs a read that sees a single state of the database from beginning to end. Its outcome is an error if the engine fails. */
  readonly read: (run: Run) => Promise<StoreOutcome>;
  /** Frees what the thread has open. The writer leaves nothing for the next start to do. */
  readonly close: () => void;
  /** What only the writer has. */
  readonly writer: ThreadWriter | null;
};

export type ThreadWriter = {
  /** Creates the schema or brings it up to date. Readers open the database after it. */
  readonly prepare: () => Promise<void>;
  /** Times that rise, also beyond the last time of the process before. */
  readonly now: () => Micros;
  /** Group commit: all of them in one transaction, on the disk at its end. A failed one leaves nothing and the others stay. */
  readonly write: (batch: readonly Run[]) => Promise<readonly StoreOutcome[]>;
  /** Called after the answers are sent. `settles`: a write wants its data in the file now. */
  readonly tidy: (settles: boolean) => void;
};

/** Opens the database for a thread. `beforeEach` runs before each statement; what it throws ends the read. */
export type OpenThreadEngine = (data: ThreadData, beforeEach: () => void) => ThreadEngine;

type Thread = {
  readonly engine: ThreadEngine;
  readonly operations: NamedOperations;
  readonly say: (message: FromThread) => void;
  readonly base: Omit<Context, "caller">;
  readonly toEnd: Int32Array;
  readonly running: Int32Array;
  /** The id of the running read. */
  reading: number | null;
  /** When the requests of this batch began. */
  readonly begun: Map<number, number>;
  /** Number of parts of the running stream that may still be sent, and the function that continues it after a change. */
  mayBeSent: number;
  goOn: () => void;
};

/** The code of one thread of a store: answers requests until it is closed. */
export function serveThread(
  port: MessagePort,
  data: ThreadData,
  operations: NamedOperations,
  open: OpenThreadEngine,
): void {
  const { role, opening, toEnd, running } = data;
  if (role !== "writer") {
    Atomics.wait(opening, 0, FILE.inTheMaking);
    if (Atomics.load(opening, 0) === FILE.unusable) return;
    lowerThreadPriority();
  }
  // The engine cannot stop a statement, so a read is ended between two statements. A write that has begun is finished.
  const engine = open(data, () => {
    if (thread.reading !== null && isToEnd(thread, thread.reading)) throw new Ended();
  });
  const { db, writer } = engine;
  let unsettled = false;
  const settle = () => {
    unsettled = true;
  };
  const thread: Thread = {
    engine,
    operations,
    say: (message) => port.postMessage(message, handedOver(message)),
    base: { db, now: writer?.now ?? createClock(), writes: writer !== null, settle },
    toEnd,
    running,
    reading: null,
    begun: new Map(),
    mayBeSent: 0,
    goOn: () => {},
  };
  let closing = false;
  let working = false;
  const waiting: StoreRequest[] = [];

  const hear = (message: ToThread) => {
    if (message.kind === "close") closing = true;
    else if (message.kind === "taken") thread.mayBeSent++;
    else waiting.push(message.request);
    thread.goOn();
  };
  const work = async () => {
    if (working) return;
    working = true;
    for (;;) {
      // Requests that arrived in the meantime join the batch: this makes group commit work under load.
      for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port))
        hear(more.message as ToThread);
      const batch = waiting.splice(0, WRITES_TOGETHER);
      if (batch.length === 0) break;
      const outcomes = writer ? await writer.write(batch.map(writeOf(thread))) : await readEach(thread, batch);
      for (const [at, outcome] of outcomes.entries()) {
        const id = batch[at]?.id ?? 0;
        thread.say({ kind: "outcome", id, outcome, begunAt: thread.begun.get(id) ?? sharedNow() });
      }
      thread.begun.clear();
      const settles = unsettled;
      unsettled = false;
      writer?.tidy(settles);
    }
    working = false;
    if (!closing) return;
    engine.close();
    port.close();
  };
  port.on("message", (message: ToThread) => {
    hear(message);
    void work();
  });
  Promise.resolve(writer?.prepare()).then(
    () => thread.say({ kind: "ready" }),
    (error: unknown) => {
      // Thrown outside the promise, the error ends the thread, and the waiting callers see it.
      setImmediate(() => {
        throw error;
      });
    },
  );
}

/** Packed output is transferred, not copied: a copy would block the receiving thread. */
function handedOver(message: FromThread): ArrayBuffer[] {
  if (message.kind === "part") return [message.part.bytes.buffer];
  return message.kind === "outcome" && message.outcome.kind === "packed" ? [message.outcome.output.buffer] : [];
}

async function run(thread: Thread, request: StoreRequest): Promise<StoreOutcome> {
  Atomics.store(thread.running, 0, request.id);
  thread.begun.set(request.id, sharedNow());
  const { operations, base } = thread;
  const { name, caller, packed, written, streamed } = request;
  try {
    if (streamed) return await pour(thread, request);
    const input = packed ? deserialize(request.input as Uint8Array) : request.input; // packed input is bytes
    const output = await named(operations.whole, name)({ ...base, caller }, input);
    if (written) return { kind: "packed", output: writtenBy(operations, name, output) };
    return packed ? { kind: "packed", output: serialize(output) } : { kind: "done", output };
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** Sends the parts of a stream, each when the reader has room for it. */
async function pour(thread: Thread, { id, name, caller, input }: StoreRequest): Promise<StoreOutcome> {
  thread.mayBeSent = PARTS_AHEAD;
  for await (const part of named(thread.operations.streams, name)({ ...thread.base, caller }, input)) {
    while (thread.mayBeSent === 0 && !isToEnd(thread, id)) {
      await new Promise<void>((resolve) => {
        thread.goOn = resolve;
      });
    }
    if (isToEnd(thread, id)) throw new Ended();
    thread.mayBeSent--;
    thread.say({ kind: "part", id, part });
  }
  return { kind: "done", output: undefined };
}

async function readEach(thread: Thread, batch: readonly StoreRequest[]): Promise<readonly StoreOutcome[]> {
  const outcomes: StoreOutcome[] = [];
  for (const request of batch) {
    const outcome = await thread.engine.read(async () => {
      thread.reading = request.id;
      const found = await run(thread, request);
      thread.reading = null;
      return found;
    });
    outcomes.push(outcome);
  }
  return outcomes;
}

/** When the store is closing, the caller is already cut off, and a long queue would delay the end. */
const writeOf =
  (thread: Thread) =>
  (request: StoreRequest): Run =>
  async () =>
    isToEnd(thread, request.id) ? outcomeOfError(new Ended()) : run(thread, request);

function isToEnd({ toEnd }: Thread, id: number): boolean {
  const asked = Atomics.load(toEnd, 0);
  return asked === id || asked === EVERY_REQUEST;
}

/** Priority steps: of two threads on the same core, this one gets a quarter of it. */
const STEPS = 5;
const LAST = 19;

/**
 * Lowers the priority of the calling thread. It matters only if more threads want to run than there are cores. A read uses a
 * core for its time slice of milliseconds. A save wakes up several times, for its message and after the disk, and would each
 * time wait for the end of such a slice. Only Linux allows this for a single thread; elsewhere it would affect the whole
 * process.
 */
function lowerThreadPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(LAST, getPriority() + STEPS));
  } catch {
    // A sandbox may refuse this. Then reads and saves have equal priority; nothing else changes.
  }
}
