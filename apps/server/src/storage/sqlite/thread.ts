import { getPriority, setPriority } from "node:os";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Micros } from "@postil/domain/time";
import { createClock } from "../clock.ts";
import { REBUILDS } from "../derived.ts";
import { Ended, outcomeOfError, storageReason } from "../failure.ts";
import type { Context, Operation, Operations, StreamOperation, StreamOperations, Writer } from "../store.ts";
import { sharedNow } from "../store-watch.ts";
import { migrate, openDatabase } from "./database.ts";
import { engineOver } from "./engine.ts";
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

/** If the log has more pages than this (4 KiB each), the writer makes a checkpoint between batches. */
const CHECKPOINT_PAGES = 4000;
/** Maximum number of writes in one commit, so that the first of them does not wait long. */
const BATCH = 64;

type Thread = {
  readonly database: DatabaseSync;
  readonly operations: ThreadOperations;
  readonly say: (message: FromThread) => void;
  readonly base: Omit<Context, "caller">;
  readonly toEnd: Int32Array;
  readonly running: Int32Array;
  /** The writer's clock; null until the schema exists. */
  clock: KeptClock | null;
  /** A write wants its data in the file. */
  unsettled: boolean;
  /** The id of the running read. */
  reading: number | null;
  /** When the requests of this batch began. */
  readonly begun: Map<number, number>;
  /** Number of parts of the running stream that may still be sent, and the function that continues it after a change. */
  mayBeSent: number;
  goOn: () => void;
};

type ThreadOperations = {
  readonly whole: Operations;
  readonly streams: StreamOperations;
  readonly writers: { readonly [name: string]: Writer };
};

/** The code of one thread of the embedded store: answers requests until it is closed. */
export function serveThread(
  port: MessagePort,
  { file, role, opening, toEnd, running }: ThreadData,
  operations: ThreadOperations,
): void {
  if (role !== "writer") {
    Atomics.wait(opening, 0, FILE.inTheMaking);
    if (Atomics.load(opening, 0) === FILE.unusable) return;
    lowerThreadPriority();
  }
  const database = openDatabase(file, role);
  // The engine cannot stop a statement, so a read is ended between two statements. A write that has begun is finished.
  const db = engineOver(database, () => {
    if (thread.reading !== null && isToEnd(thread, thread.reading)) throw new Ended();
  });
  const own = createClock();
  const now = () => thread.clock?.now() ?? own();
  const say = (message: FromThread) => port.postMessage(message, handedOver(message));
  const settle = () => {
    thread.unsettled = true;
  };
  const idle = { clock: null, unsettled: false, reading: null, mayBeSent: 0, goOn: () => {} };
  const thread: Thread = {
    database,
    operations,
    say,
    base: { db, now, writes: role === "writer", settle },
    toEnd,
    running,
    begun: new Map(),
    ...idle,
  };
  const answer = role === "writer" ? writeBatch : readEach;

  const logLength = role === "writer" ? database.prepare("pragma wal_checkpoint(noop)") : null;
  let closing = false;
  let working = false;
  const waiting: StoreRequest[] = [];

  const finish = () => {
    if (role === "writer") database.exec("pragma wal_checkpoint(truncate)");
    database.close();
    port.close();
  };
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
      const batch = waiting.splice(0, BATCH);
      if (batch.length === 0) break;
      for (const [id, outcome] of await answer(thread, batch))
        say({ kind: "outcome", id, outcome, begunAt: thread.begun.get(id) ?? sharedNow() });
      thread.begun.clear();
      if (logLength) checkpointWhenDue(thread, logLength);
    }
    working = false;
    if (closing) finish();
  };
  port.on("message", (message: ToThread) => {
    hear(message);
    void work();
  });
  const prepare = async () => {
    if (role !== "writer") return;
    await migrate(database, (what) => REBUILDS[what](db));
    thread.clock = createKeptClock(database);
  };
  prepare().then(
    () => say({ kind: "ready" }),
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

type Answers = readonly (readonly [id: number, outcome: StoreOutcome])[];

async function run(thread: Thread, request: StoreRequest): Promise<StoreOutcome> {
  Atomics.store(thread.running, 0, request.id);
  thread.begun.set(request.id, sharedNow());
  if (request.streamed) return pour(thread, request);
  const operation: Operation | undefined = thread.operations.whole[request.name];
  if (!operation) return outcomeOfError(new Error(`No operation named ${request.name}`));
  try {
    const input = request.packed ? deserialize(request.input as Uint8Array) : request.input; // packed input is bytes
    const output = await operation({ ...thread.base, caller: request.caller }, input);
    if (request.written) return { kind: "packed", output: textOf(thread.operations.writers[request.name], output) };
    return request.packed ? { kind: "packed", output: serialize(output) } : { kind: "done", output };
  } catch (error) {
    return outcomeOfError(error);
  }
}

function textOf(write: Writer | undefined, output: unknown): Uint8Array<ArrayBuffer> {
  if (!write) throw new Error("There is no writer of that name");
  return new TextEncoder().encode(write(output));
}

/** Sends the parts of a stream, each when the reader has room for it. */
async function pour(thread: Thread, { id, name, caller, input }: StoreRequest): Promise<StoreOutcome> {
  const operation: StreamOperation | undefined = thread.operations.streams[name];
  if (!operation) return outcomeOfError(new Error(`No stream named ${name}`));
  thread.mayBeSent = PARTS_AHEAD;
  try {
    for await (const part of operation({ ...thread.base, caller }, input)) {
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
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** Each read sees a single state of the database from beginning to end. */
async function readEach(thread: Thread, batch: readonly StoreRequest[]): Promise<Answers> {
  const answers: [number, StoreOutcome][] = [];
  for (const request of batch) {
    answers.push([request.id, await readOne(thread, request)]);
  }
  return answers;
}

async function readOne(thread: Thread, request: StoreRequest): Promise<StoreOutcome> {
  const { database } = thread;
  try {
    database.exec("begin");
    thread.reading = request.id;
    const outcome = await run(thread, request);
    thread.reading = null;
    database.exec("commit");
    return outcome;
  } catch (error) {
    // A damaged file may show at the start or the end of the read; the caller gets the error.
    thread.reading = null;
    if (database.isTransaction) database.exec("rollback");
    return outcomeOfError(error);
  }
}

function isToEnd({ toEnd }: Thread, id: number): boolean {
  const asked = Atomics.load(toEnd, 0);
  return asked === id || asked === EVERY_REQUEST;
}

/**
 * Group commit: the writes of a batch share one transaction and one fsync. Each has its own savepoint, so that a failed write
 * does not affect the others. Callers are answered only after the commit is on the disk.
 */
async function writeBatch(thread: Thread, batch: readonly StoreRequest[]): Promise<Answers> {
  const { database } = thread;
  const answers: [number, StoreOutcome][] = [];
  let wrote = false;
  // A single write is undone with its transaction: with a savepoint the engine copies each page before the write.
  const several = batch.length > 1;
  try {
    database.exec("begin immediate");
    for (const request of batch) {
      // The store is closing: the caller is already cut off, and a long queue would delay the end.
      if (isToEnd(thread, request.id)) {
        answers.push([request.id, outcomeOfError(new Ended())]);
        continue;
      }
      if (several) database.exec("savepoint one");
      const outcome = await run(thread, request);
      // If the disk is full, the engine aborts the whole transaction: nothing of the batch is stored.
      if (!database.isTransaction) return batch.map(({ id }) => [id, outcome] as const);
      const done = outcome.kind === "done" || outcome.kind === "packed";
      if (several) database.exec(done ? "release one" : "rollback to one; release one");
      else if (!done) database.exec("rollback; begin immediate");
      wrote ||= done;
      answers.push([request.id, outcome]);
    }
    // A refused write leaves no data, so its time does not have to be kept.
    if (wrote) thread.clock?.keep();
    database.exec("commit");
  } catch (error) {
    // The disk is full or gone: nothing of the batch is stored, and all callers get the error.
    if (database.isTransaction) database.exec("rollback");
    return batch.map((request) => [request.id, outcomeOfError(error)] as const);
  }
  return answers;
}

/** Runs after the answers are sent, so that only the next batch waits for the checkpoint. */
function checkpointWhenDue(thread: Thread, logLength: StatementSync): void {
  const { database, unsettled } = thread;
  const row = logLength.get() as { log: number } | undefined; // as the pragma answers
  if (!row || (row.log <= CHECKPOINT_PAGES && !unsettled)) return;
  thread.unsettled = false;
  try {
    database.exec("pragma wal_checkpoint(passive)");
  } catch (error) {
    // With a full disk the log stays long; writes that do not fit report it themselves.
    if (!storageReason(error)) throw error;
  }
}

/** A clock that continues after the last time of the previous process, even if the system clock was set back. */
type KeptClock = {
  readonly now: () => Micros;
  /** Stores the current time, in the transaction of the writes at that time. */
  keep(): void;
};

function createKeptClock(database: DatabaseSync): KeptClock {
  const row = database.prepare("select last from clock").get() as { last: number }; // the migration made its one row
  const set = database.prepare("update clock set last = ?");
  const clock = createClock(row.last);
  let kept = row.last;
  let last = kept;
  return {
    now: () => {
      last = clock();
      return last;
    },
    keep: () => {
      if (last > kept) set.run(last);
      kept = last;
    },
  };
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
