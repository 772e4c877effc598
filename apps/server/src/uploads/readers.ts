import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Transport } from "../client/api-client.ts";
import { createTurns, type Job } from "../storage/threads/turns.ts";
import { IMPORT_PROGRAM } from "../threads.ts";
import { IDLE_MS, UNDERSTOOD_WITHIN_MS } from "./bounds.ts";
import type { FileData, FromReader, Outcome, Progress, Task, ToReader } from "./messages.ts";

type Turn = Job & { readonly begin: () => void; readonly refuse: (error: Error) => void };

/** A piece of work in a lane is not done any more: nobody waits for it, or the server ends. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

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
    /** `left`: aborted when nobody waits for the result any more; work that has begun goes on. */
    run: <T>(who: number, left: AbortSignal | null, work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const over = () => {
          left?.removeEventListener("abort", leave);
          running.delete(who);
          // Whoever had a turn waits behind all others.
          turns.goBehind(who);
          beginNext();
        };
        const turn: Turn = { who, begin: () => void work().then(resolve, reject).finally(over), refuse: reject };
        const leave = () => {
          if (turns.drop(turn)) reject(new Stopped("Nobody waits any more."));
        };
        if (left?.aborted) return reject(new Stopped("Nobody waits any more."));
        turns.add(turn);
        left?.addEventListener("abort", leave, { once: true });
        beginNext();
      }),
    close: (): void => {
      const nobody = new Set<number>();
      for (let next = turns.take(nobody); next; next = turns.take(nobody)) next.refuse(new Stopped("The server ends."));
    },
  };
}

/** How a task is done. `call`: makes the calls of the API. */
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

type Reader = {
  readonly child: ChildProcess;
  doing: {
    readonly doing: Doing;
    readonly resolve: (done: Done) => void;
    readonly reject: (why: Error) => void;
  } | null;
  idle: NodeJS.Timeout | undefined;
  /** Why it was ended, if that was wanted. */
  ended: Error | null;
};

/**
 * The processes that read files: one for each file in use, within a bound of memory. A thread would not do: where V8 finds no
 * memory in the middle of a large value, it ends the whole process. `onError` gets program errors.
 */
export function createReaders(megabytes: number, atOnce: number, onError: (error: unknown) => void) {
  const readers = new Map<string, Reader>();
  const lanes = { understand: createLane(atOnce), import: createLane(atOnce) };

  /** Does nothing to a process whose place another one has taken. */
  const endReader = async (id: string, reader: Reader, why: Error = new Stopped("It was stopped.")): Promise<void> => {
    if (readers.get(id) !== reader) return;
    // What comes from now on gets a process that lives.
    readers.delete(id);
    reader.ended = why;
    clearTimeout(reader.idle);
    const over = once(reader.child, "exit");
    // An exit that has come already is not told again.
    if (reader.child.kill("SIGKILL")) await over;
  };
  const end = async (id: string, why?: Error): Promise<void> => {
    const reader = readers.get(id);
    if (reader) await endReader(id, reader, why);
  };
  /** What is kept of other files goes when a new one needs the place. */
  const endIdle = async () => {
    const [id] = [...readers].find(([, { doing }]) => doing === null) ?? [];
    if (readers.size >= Object.keys(lanes).length * atOnce && id !== undefined) await end(id);
  };
  const start = (id: string, file: FileData): Reader => {
    const reader: Reader = { child: startReader(megabytes), doing: null, idle: undefined, ended: null };
    const { child } = reader;
    readers.set(id, reader);
    const say = (message: ToReader) => void child.send(message, () => {});
    const said = lastWords(child);
    const over = (why: () => Error) => {
      if (readers.get(id) === reader) readers.delete(id);
      clearTimeout(reader.idle);
      reader.doing?.reject(why());
      reader.doing = null;
    };
    // Without an end the process would wait for the reply for ever.
    const callFailed = (error: unknown) =>
      endReader(id, reader, error instanceof Stopped ? error : failureOf(error, onError));
    child.on("message", (message: FromReader) => {
      if (message.kind === "progress") return reader.doing?.doing.tell(message.progress);
      if (message.kind === "call") return void answerCall(reader, message, say).catch(callFailed);
      settle(reader, message.outcome);
    });
    child.once("error", (error) => over(() => failureOf(error, onError)));
    child.once("exit", (_, signal) => over(() => whyEnded(reader, signal, said, onError)));
    child.send(file, () => {});
    return reader;
  };
  const hand = async (id: string, file: FileData, doing: Doing): Promise<Done> => {
    if (!readers.has(id)) await endIdle();
    // It may have been stopped while another process ended.
    if (doing.left?.aborted) throw new Stopped("It was stopped.");
    const reader = readers.get(id) ?? start(id, file);
    // One answer would be taken for the other, and one caller would wait for ever.
    if (reader.doing) throw new Error("A process reads its file for one caller at a time.");
    clearTimeout(reader.idle);
    const tooLong = () => void endReader(id, reader, new FileFailure(TOO_SLOW));
    const limit = doing.task.kind === "understand" ? setTimeout(tooLong, UNDERSTOOD_WITHIN_MS).unref() : undefined;
    try {
      return await new Promise<Done>((resolve, reject) => {
        reader.doing = { doing, resolve, reject };
        reader.child.send({ kind: "task", task: doing.task } satisfies ToReader, () => {});
      });
    } finally {
      clearTimeout(limit);
      // A process that has ended needs no end: another one may have its place by then.
      if (readers.get(id) === reader) reader.idle = setTimeout(() => void endReader(id, reader), IDLE_MS).unref();
    }
  };
  return {
    /** Does a task when it is the person's turn. Rejects with a {@link FileFailure} or with {@link Stopped}. */
    run: (id: string, file: FileData, doing: Doing): Promise<Done> =>
      lanes[doing.task.kind === "understand" ? "understand" : "import"].run(doing.who, doing.left, () =>
        hand(id, file, doing),
      ),
    /** Ends the process of a file, with what it does. */
    end,
    close: async (): Promise<void> => {
      for (const lane of Object.values(lanes)) lane.close();
      await Promise.all([...readers.keys()].map((id) => end(id)));
    },
  };
}

/**
 * It gets nothing of the surroundings, where a variable may hold a secret, but the place of compiled code, which halves the
 * time of its start. Pages of a file that are read no more go back to the system at once: glibc would keep up to 30 MB of
 * them for each thread.
 */
const READER_ENV = {
  ...(process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  ...{ MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" },
};
const startReader = (megabytes: number): ChildProcess =>
  fork(fileURLToPath(IMPORT_PROGRAM), [], {
    env: READER_ENV,
    // With the usual three times 16 MB for new objects it takes 60 MB more, and is hardly faster.
    execArgv: [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=4"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });

/** The last words on standard error, for the log. */
function lastWords({ stderr }: ChildProcess): () => string {
  let words = "";
  stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  return () => words;
}
const LAST_WORDS = 4096;

function settle(reader: Reader, outcome: Outcome): void {
  const { doing } = reader;
  reader.doing = null;
  if (outcome.kind === "failed") doing?.reject(new FileFailure(outcome.told, outcome.status));
  else doing?.resolve(outcome);
}

type CallMessage = Extract<FromReader, { readonly kind: "call" }>;

/** Rejects if the import was stopped, or the server ends. */
async function answerCall(reader: Reader, { id, outgoing }: CallMessage, say: (message: ToReader) => void) {
  const call = reader.doing?.doing.call;
  if (!call) throw new Stopped("Nothing may be called.");
  say({ kind: "reply", id, ...(await call(outgoing)) });
}

const TOO_LARGE =
  "The file needs more memory to be read than there is for one file: it has very long rows, or very many values. Take it apart into smaller files.";
const TOO_SLOW = `The file was not understood within ${UNDERSTOOD_WITHIN_MS / 60_000} minutes. Take it apart into smaller files.`;

/** V8 aborts where there is no memory; the system may kill before that. */
const OF_MEMORY: ReadonlySet<string | null> = new Set(["SIGABRT", "SIGKILL", "SIGTRAP"]);

function whyEnded(
  { ended, doing }: Reader,
  signal: NodeJS.Signals | null,
  said: () => string,
  onError: (error: unknown) => void,
): Error {
  if (ended) return ended;
  if (OF_MEMORY.has(signal)) return new FileFailure(TOO_LARGE);
  return failureOf(doing ? new Error(`A process that read a file ended: ${said()}`) : null, onError);
}

function failureOf(error: unknown, onError: (error: unknown) => void): FileFailure {
  if (error !== null) onError(error);
  return new FileFailure("The file could not be read; the log of the server says why.");
}
