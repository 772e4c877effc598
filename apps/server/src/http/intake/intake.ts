import { deserialize, serialize } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Limits } from "../../limits.ts";
import { Interrupted } from "../../storage/failure.ts";
import { createTurns, type Job } from "../../storage/threads/turns.ts";
import { INTAKE_THREAD } from "../../threads.ts";
import type { Reads, Writes } from "../../usecases/registry.ts";
import { Busy } from "../errors.ts";
import type { PostilStore } from "../handler.ts";
import {
  type Call,
  type CallOutcome,
  errorOf,
  type FromIntake,
  failureOf,
  type IntakeData,
  type ToIntake,
} from "./messages.ts";

/** Result of a call in the thread, without failures. */
type Taken = Exclude<CallOutcome, { readonly kind: "failed" }>;

export type Intake = {
  /** Reads and checks a call with a large body. Answers it if the thread has the handler of the call. */
  take(call: Call): Promise<Taken>;
  close(): Promise<void>;
};

type IntakeParts = { readonly store: Pick<PostilStore, "read" | "writePacked">; readonly limits: Limits };

/** An idle thread ends after this time, so that its memory returns to the system. */
const IDLE_MS = 10_000;
/** Several times the memory that a body of the maximum size needs. */
const MEMORY = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 48 } as const;
const RETRY_SECONDS = 5;

/** One key for all unknown callers together; the keys of users begin at 1. */
const STRANGERS = 0;

type Waiting = {
  readonly hasRead: () => void;
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: Error) => void;
};
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

/** Runs one thread for large bodies. The first large body starts it. */
export function createIntake(parts: IntakeParts): Intake {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let next = 0;
  const turns = createReadingTurns();

  const end = async () => {
    const ending = thread;
    thread = null;
    await ending?.worker.terminate();
  };
  const start = (): Thread => {
    const started = startThread(parts, (gone) => {
      if (thread === gone) thread = null;
    });
    thread = started;
    return started;
  };
  const hand = async (call: Call, hasRead: () => void): Promise<Taken> => {
    clearTimeout(idle);
    const { worker, waiting } = thread ?? start();
    try {
      return await new Promise<Taken>((resolve, reject) => {
        const id = next++;
        waiting.set(id, { hasRead, resolve, reject });
        const buffer = call.body.bytes.buffer as ArrayBuffer; // read-body made it
        worker.postMessage({ kind: "call", id, call } satisfies ToIntake, [buffer]);
      });
    } finally {
      if (waiting.size === 0) {
        clearTimeout(idle);
        idle = setTimeout(end, IDLE_MS).unref();
      }
    }
  };
  return {
    take: (call) => turns.run(call.requester.caller?.key ?? STRANGERS, (hasRead) => hand(call, hasRead)),
    close: async () => {
      clearTimeout(idle);
      turns.refuseAll(new Busy(RETRY_SECONDS));
      await end();
    },
  };
}

function startThread({ store, limits }: IntakeParts, onEnd: (thread: Thread) => void): Thread {
  const workerData: IntakeData = { limits };
  const worker = new Worker(INTAKE_THREAD, {
    resourceLimits: MEMORY,
    workerData,
    name: "postil intake",
  });
  const waiting: Thread["waiting"] = new Map();
  const thread: Thread = { worker, waiting };
  const say = (message: ToIntake, handedOver: readonly ArrayBuffer[] = []) =>
    worker.postMessage(message, [...handedOver]);
  worker.on("message", (message: FromIntake) => {
    if (message.kind === "call") settle(waiting, message.id, message.outcome);
    else if (message.kind === "read") waiting.get(message.id)?.hasRead();
    else void writeFor(store, message, say);
  });
  // The thread is probably out of memory. The process continues, and the waiting calls get an error: no `Busy`, because a
  // write of theirs may have been done.
  worker.on("error", () => {});
  worker.on("exit", () => {
    onEnd(thread);
    for (const { reject } of waiting.values()) reject(new Interrupted());
    waiting.clear();
  });
  return thread;
}

function settle(waiting: Thread["waiting"], id: number, outcome: CallOutcome): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (outcome.kind === "failed") asked?.reject(errorOf(outcome.failure));
  else asked?.resolve(outcome);
}

type Write = Extract<FromIntake, { readonly kind: "write" }>;

async function writeFor(
  store: IntakeParts["store"],
  { id, name, caller, input, output: wanted }: Write,
  say: (message: ToIntake, handedOver?: readonly ArrayBuffer[]) => void,
): Promise<void> {
  try {
    // The thread runs the same handlers as the process, so it uses the store's own names.
    const output: Uint8Array<ArrayBuffer> =
      wanted === "read"
        ? serialize(await store.read(name as keyof Reads, caller, deserialize(input)))
        : await store.writePacked(name as keyof Writes, caller, input, wanted);
    say({ kind: "write", id, outcome: { kind: "written", output } }, [output.buffer]);
  } catch (error) {
    say({ kind: "write", id, outcome: { kind: "failed", failure: failureOf(error) } });
  }
}

type Reading = Job & { readonly begin: () => void; readonly refuse: (error: Error) => void };

/**
 * Turns for reading in the thread. Each person has at most one body there to be read. A person's further bodies wait for that
 * one first, and each other person waits for only one of them. The write after the reading does not delay anybody's turn.
 */
function createReadingTurns() {
  const turns = createTurns<Reading>();
  const reading = new Set<number>();
  const beginNext = () => {
    for (let next = turns.take(reading); next; next = turns.take(reading)) {
      reading.add(next.who);
      next.begin();
    }
  };
  return {
    /** `work` calls `hasRead` after reading. The end of `work` counts as read in any case. */
    run: <T>(who: number, work: (hasRead: () => void) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        let over = false;
        const hasRead = () => {
          if (over) return;
          over = true;
          reading.delete(who);
          beginNext();
        };
        turns.add({ who, begin: () => void work(hasRead).then(resolve, reject).finally(hasRead), refuse: reject });
        beginNext();
      }),
    /** Refuses all calls that still wait for a turn. */
    refuseAll: (error: Error): void => {
      const nobody = new Set<number>();
      for (let next = turns.take(nobody); next; next = turns.take(nobody)) next.refuse(error);
    },
  };
}
