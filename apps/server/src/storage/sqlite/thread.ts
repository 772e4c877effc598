import { getPriority, setPriority } from "node:os";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Micros } from "@postil/domain/time";
import { createClock } from "../clock.ts";
import { Ended, storageReason } from "../failure.ts";
import { outcomeOfError } from "../outcome.ts";
import { REBUILDS } from "../rebuild.ts";
import type { Context, Operation, Operations, StreamOperation, StreamOperations, Writer } from "../store.ts";
import { migrate, openDatabase } from "./database.ts";
import { kyselyOver } from "./dialect.ts";
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

/** After this many pages (4 KiB each) in the log the writer checkpoints, between batches. */
const CHECKPOINT_PAGES = 4000;
/** At most this many writes share one commit, so that the first of them does not wait for long. */
const BATCH = 64;

type Thread = {
  readonly database: DatabaseSync;
  readonly operations: ThreadOperations;
  readonly say: (message: FromThread) => void;
  readonly base: Omit<Context, "caller">;
  readonly toEnd: Int32Array;
  readonly running: Int32Array;
  /** The writer's: null until the schema is there. */
  clock: KeptClock | null;
  /** The id of the read that runs. */
  reading: number | null;
  /** Parts of the stream that runs which may still be sent, and what goes on when that changes. */
  mayBeSent: number;
  goOn: () => void;
};

type ThreadOperations = {
  readonly whole: Operations;
  readonly streams: StreamOperations;
  readonly writers: { readonly [name: string]: Writer };
};

/** The inside of one thread of the embedded store: answers requests until it is told to close. */
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
  // The engine cannot be told to stop, so a read is ended between two statements; a write that has begun is finished.
  const db = kyselyOver(database, () => {
    if (thread.reading !== null && isToEnd(thread, thread.reading)) throw new Ended();
  });
  const own = createClock();
  const now = () => thread.clock?.now() ?? own();
  const say = (message: FromThread) => port.postMessage(message, handedOver(message));
  const idle = { clock: null, reading: null, mayBeSent: 0, goOn: () => {} };
  const thread: Thread = {
    database,
    operations,
    say,
    base: { db, now, writes: role === "writer" },
    toEnd,
    running,
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
      // What arrived meanwhile joins the batch: this is what makes group commit work under load.
      for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port))
        hear(more.message as ToThread);
      const batch = waiting.splice(0, BATCH);
      if (batch.length === 0) break;
      for (const [id, outcome] of await answer(thread, batch)) say({ kind: "outcome", id, outcome });
      if (logLength) checkpointWhenLong(database, logLength);
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
      // Thrown outside the promise it ends the thread, and whoever waits for it is told why.
      setImmediate(() => {
        throw error;
      });
    },
  );
}

/** What was packed is handed over, not copied: the thread that passes it on would have to stop for it. */
function handedOver(message: FromThread): ArrayBuffer[] {
  if (message.kind === "part") return [message.part.bytes.buffer];
  return message.kind === "outcome" && message.outcome.kind === "packed" ? [message.outcome.output.buffer] : [];
}

type Answers = readonly (readonly [id: number, outcome: StoreOutcome])[];

async function run(thread: Thread, request: StoreRequest): Promise<StoreOutcome> {
  Atomics.store(thread.running, 0, request.id);
  if (request.streamed) return pour(thread, request);
  const operation: Operation | undefined = thread.operations.whole[request.name];
  if (!operation) return outcomeOfError(new Error(`No operation named ${request.name}`));
  try {
    const input = request.packed ? deserialize(request.input as Uint8Array) : request.input; // what packed says
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

/** The parts of a stream, each when there is room for it. */
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

/** Each read sees one state of the database from beginning to end. */
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
    // A damaged file may be found at either end of the read; it is told to whoever asked.
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
 * Group commit: the writes of a batch share one transaction and one fsync, each in a savepoint of its own, so that one
 * that fails takes nothing else with it. Nobody is answered before the commit is on the disk.
 */
async function writeBatch(thread: Thread, batch: readonly StoreRequest[]): Promise<Answers> {
  const { database } = thread;
  const answers: [number, StoreOutcome][] = [];
  let wrote = false;
  // One alone is undone with its transaction: for a savepoint the engine copies each page before it is written.
  const several = batch.length > 1;
  try {
    database.exec("begin immediate");
    for (const request of batch) {
      // The store is being closed: whoever asked has been cut off, and a long queue would hold up the end.
      if (isToEnd(thread, request.id)) {
        answers.push([request.id, outcomeOfError(new Ended())]);
        continue;
      }
      if (several) database.exec("savepoint one");
      const outcome = await run(thread, request);
      // A full disk makes the engine give up the whole transaction: nothing of the batch is stored.
      if (!database.isTransaction) return batch.map(({ id }) => [id, outcome] as const);
      const done = outcome.kind === "done" || outcome.kind === "packed";
      if (several) database.exec(done ? "release one" : "rollback to one; release one");
      else if (!done) database.exec("rollback; begin immediate");
      wrote ||= done;
      answers.push([request.id, outcome]);
    }
    // What was refused leaves no trace, and its time was given to nothing.
    if (wrote) thread.clock?.keep();
    database.exec("commit");
  } catch (error) {
    // The disk is full or gone: nothing of the batch is stored, and everybody in it is told.
    if (database.isTransaction) database.exec("rollback");
    return batch.map((request) => [request.id, outcomeOfError(error)] as const);
  }
  return answers;
}

/** After the answers are out: nobody waits for the log to be copied into the file but the next batch. */
function checkpointWhenLong(database: DatabaseSync, logLength: StatementSync): void {
  const row = logLength.get() as { log: number } | undefined; // as the pragma answers
  if (!row || row.log <= CHECKPOINT_PAGES) return;
  try {
    database.exec("pragma wal_checkpoint(passive)");
  } catch (error) {
    // With a full disk the log stays long; the writes that do not fit any more say so themselves.
    if (!storageReason(error)) throw error;
  }
}

/** A clock that goes on where that of the process before stood, though the system's may have been set back since. */
type KeptClock = {
  readonly now: () => Micros;
  /** Writes down how late it is, within the transaction of what was written at that time. */
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

/** Of two that want the same core, this one gets a quarter of it. */
const STEPS = 5;
const LAST = 19;

/**
 * Puts the calling thread behind the others of the process where more of them want to run than there are cores. A read takes the
 * core for its slice of milliseconds; a save wakes up several times, for its message and when the disk is done, and would wait
 * for the end of such a slice each time. Of single threads Linux alone takes it, elsewhere it would be of the whole process.
 */
function lowerThreadPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(LAST, getPriority() + STEPS));
  } catch {
    // A sandbox may refuse it: then reads and saves take equal turns, and everything else is as it was.
  }
}
