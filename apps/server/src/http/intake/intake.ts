import { Worker } from "node:worker_threads";
import type { Limits } from "../../limits.ts";
import { createTurns, type Job } from "../../storage/turns.ts";
import { INTAKE_THREAD } from "../../threads.ts";
import type { Writes } from "../../usecases/registry.ts";
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

/** What becomes of a call in the thread, failures aside. */
type Taken = Exclude<CallOutcome, { readonly kind: "failed" }>;

export type Intake = {
  /** Reads and checks a call with a large body, and answers it where its handler is there. */
  take(call: Call): Promise<Taken>;
  close(): Promise<void>;
};

type IntakeParts = { readonly store: Pick<PostilStore, "writePacked">; readonly limits: Limits };

/** A thread that has nothing to do ends: what it took to read the largest body goes back to the system. */
const IDLE_MS = 10_000;
/** What a body of the largest size can come to, several times over. */
const MEMORY = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 48 } as const;
const RETRY_SECONDS = 5;

/** All whom the process does not know, together; the keys of users begin at 1. */
const STRANGERS = 0;

type Waiting = {
  readonly hasRead: () => void;
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: Error) => void;
};
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

/** One thread for large bodies, started at the first of them. */
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
  // Out of memory, in all likelihood: the process goes on, and whoever waits is told.
  worker.on("error", () => {});
  worker.on("exit", () => {
    onEnd(thread);
    for (const { reject } of waiting.values()) reject(new Busy(RETRY_SECONDS));
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
    // The handlers of the thread are those of the process: they name the store's own writes.
    const output = await store.writePacked(name as keyof Writes, caller, input, wanted);
    say({ kind: "write", id, outcome: { kind: "written", output } }, [output.buffer]);
  } catch (error) {
    say({ kind: "write", id, outcome: { kind: "failed", failure: failureOf(error) } });
  }
}

type Reading = Job & { readonly begin: () => void; readonly refuse: (error: Error) => void };

/**
 * Turns at the thread: of everybody one body lies there to be read, so one person's bodies wait for each other first, and
 * another's for one of them. What comes after reading, the write, holds up nobody's turn.
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
    /** `work` says itself when it has read; at its end it has in any case. */
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
    /** Nobody who still waits gets a turn. */
    refuseAll: (error: Error): void => {
      const nobody = new Set<number>();
      for (let next = turns.take(nobody); next; next = turns.take(nobody)) next.refuse(error);
    },
  };
}
