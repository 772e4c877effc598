import { Worker } from "node:worker_threads";
import { Refusal } from "@postil/domain/refusal";
import type { Transport } from "../client/api-client.ts";
import { createTurns, type Job } from "../storage/turns.ts";
import { IMPORT_THREAD } from "../threads.ts";
import { IDLE_MS, MOST_AT_ONCE, THREAD_MEMORY, UNDERSTOOD_WITHIN_MS } from "./bounds.ts";
import type { FileData, FromThread, Outcome, Progress, Task, ToThread } from "./messages.ts";

/** How a task is done. `call`: makes the thread's calls of the API. */
type Doing = {
  readonly task: Task;
  /** The key of the person, for turns. */
  readonly who: number;
  readonly call: Transport | null;
  readonly tell: (progress: Progress) => void;
  /** Aborted when nobody waits for the result any more; a task that has begun goes on. */
  readonly left: AbortSignal | null;
};

type Done = Exclude<Outcome, { readonly kind: "failed" }>;

/** A failure in words for the person. */
export class FileFailure extends Error {
  override readonly name = "FileFailure";
  /** The status of the call that was refused, if that is the reason. */
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** The task was stopped: its file was removed, or the process ends. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

type Thread = {
  readonly worker: Worker;
  doing: {
    readonly doing: Doing;
    readonly resolve: (done: Done) => void;
    readonly reject: (why: Error) => void;
  } | null;
  idle: NodeJS.Timeout | undefined;
  /** Why it was ended, if that was wanted. */
  ended: Error | null;
};

/** The threads that read files: one for each file in use. `onError` gets program errors. */
export function createThreads(onError: (error: unknown) => void) {
  const threads = new Map<string, Thread>();
  const lanes = { understand: createLane(MOST_AT_ONCE.understand), import: createLane(MOST_AT_ONCE.import) };

  const end = async (id: string, why: Error = new Stopped("It was stopped.")): Promise<void> => {
    const thread = threads.get(id);
    if (!thread) return;
    thread.ended ??= why;
    clearTimeout(thread.idle);
    await thread.worker.terminate();
  };
  /** What other files keep in memory goes when a new one needs the place. */
  const endIdle = async () => {
    const most = MOST_AT_ONCE.understand + MOST_AT_ONCE.import;
    const [id] = [...threads].find(([, { doing }]) => doing === null) ?? [];
    if (threads.size >= most && id !== undefined) await end(id);
  };
  const start = (id: string, workerData: FileData): Thread => {
    const worker = new Worker(IMPORT_THREAD, { resourceLimits: THREAD_MEMORY, workerData, name: "postil import" });
    const thread: Thread = { worker, doing: null, idle: undefined, ended: null };
    threads.set(id, thread);
    const say = (message: ToThread) => worker.postMessage(message);
    let failure: unknown = null;
    worker.on("message", (message: FromThread) => {
      if (message.kind === "progress") return thread.doing?.doing.tell(message.progress);
      if (message.kind === "call") return void answerCall(thread, message, say);
      settle(thread, message.outcome);
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", () => {
      if (threads.get(id) === thread) threads.delete(id);
      thread.doing?.reject(whyEnded(thread, failure, onError));
      thread.doing = null;
    });
    return thread;
  };
  const hand = async (id: string, file: FileData, doing: Doing): Promise<Done> => {
    if (!threads.has(id)) await endIdle();
    const thread = threads.get(id) ?? start(id, file);
    clearTimeout(thread.idle);
    const tooLong = () => void end(id, new FileFailure(TOO_SLOW));
    const limit = doing.task.kind === "understand" ? setTimeout(tooLong, UNDERSTOOD_WITHIN_MS).unref() : undefined;
    try {
      return await new Promise<Done>((resolve, reject) => {
        thread.doing = { doing, resolve, reject };
        thread.worker.postMessage({ kind: "task", task: doing.task } satisfies ToThread);
      });
    } finally {
      clearTimeout(limit);
      thread.idle = setTimeout(() => void end(id), IDLE_MS).unref();
    }
  };
  return {
    /** Does a task when it is the person's turn. Rejects with a {@link FileFailure} or with {@link Stopped}. */
    run: (id: string, file: FileData, doing: Doing): Promise<Done> =>
      lanes[doing.task.kind].run(doing.who, doing.left, () => hand(id, file, doing)),
    /** Ends the thread of a file, with what it does. */
    end,
    close: async (): Promise<void> => {
      for (const lane of Object.values(lanes)) lane.close();
      await Promise.all([...threads.keys()].map((id) => end(id)));
    },
  };
}

function settle(thread: Thread, outcome: Outcome): void {
  const { doing } = thread;
  thread.doing = null;
  if (outcome.kind === "failed") doing?.reject(new FileFailure(outcome.told, outcome.status));
  else doing?.resolve(outcome);
}

type CallMessage = Extract<FromThread, { readonly kind: "call" }>;

async function answerCall(thread: Thread, { id, outgoing }: CallMessage, say: (message: ToThread) => void) {
  try {
    const call = thread.doing?.doing.call;
    if (call) say({ kind: "reply", id, ...(await call(outgoing)) });
  } catch {
    // The import was stopped, or the process ends: the thread ends too.
  }
}

const TOO_LARGE =
  "The file needs more memory to be read than there is for one file: it has very long rows, or very many columns. Take it apart into smaller files.";
const TOO_SLOW = `The file was not understood within ${UNDERSTOOD_WITHIN_MS / 60_000} minutes. Take it apart into smaller files.`;

function whyEnded({ ended }: Thread, failure: unknown, onError: (error: unknown) => void): Error {
  if (ended) return ended;
  const code = failure instanceof Error && "code" in failure ? failure.code : null;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return new FileFailure(TOO_LARGE);
  onError(failure);
  return new FileFailure("The file could not be read; the log of the server says why.");
}

type Turn = Job & { readonly begin: () => void; readonly refuse: (error: Error) => void };

/** At most `most` pieces of work at once, one of each person; everybody else waits in turns by person. */
function createLane(most: number) {
  const turns = createTurns<Turn>();
  const running = new Set<number>();
  const beginNext = () => {
    while (running.size < most) {
      const next = turns.take(running);
      if (!next) return;
      running.add(next.who);
      next.begin();
    }
  };
  return {
    run: <T>(who: number, left: AbortSignal | null, work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const over = () => {
          running.delete(who);
          // Whoever had a turn waits behind all others.
          turns.goBehind(who);
          beginNext();
        };
        const turn: Turn = { who, begin: () => void work().then(resolve, reject).finally(over), refuse: reject };
        turns.add(turn);
        const leave = () => {
          if (turns.drop(turn)) reject(new Stopped("Nobody waits any more."));
        };
        left?.addEventListener("abort", leave, { once: true });
        beginNext();
      }),
    close: (): void => {
      const nobody = new Set<number>();
      for (let next = turns.take(nobody); next; next = turns.take(nobody)) next.refuse(new Stopped("The server ends."));
    },
  };
}

/** A stopped task as a call answers it. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof FileFailure ? new Refusal("unprocessable", error.message) : error;
