import { Ended } from "../failure.ts";
import { createTurns, type Job } from "../turns.ts";

/** How long somebody waits for those of others before one more thread is started. */
const PATIENCE_MS = 100;

type LaneOptions<T> = {
  /** Threads that are there already. */
  readonly first: readonly T[];
  /** Starts another. */
  readonly open: () => Promise<T>;
  readonly most: number;
};

type LaneJob<T> = Job & {
  readonly begin: (thread: T) => Promise<void>;
  readonly refuse: (error: unknown) => void;
};

export type Lane<T> = ReturnType<typeof createLane<T>>;

/**
 * Reads that wait for each other: in one thread, and when they take long in a few. Everybody has one running and takes turns,
 * so one person's reads wait for each other first.
 */
export function createLane<T>({ first, open, most }: LaneOptions<T>) {
  const turns = createTurns<LaneJob<T>>();
  const running = new Set<number>();
  const threads = [...first];
  const idle = [...first];
  /** Set while one more thread is waited for. */
  let more: Promise<void> | null = null;

  const begin = () => {
    while (idle.length > 0) {
      const job = turns.take(running);
      const thread = job && idle.pop();
      if (!job || thread === undefined) break;
      running.add(job.who);
      void job.begin(thread).finally(() => {
        running.delete(job.who);
        turns.goBehind(job.who);
        idle.push(thread);
        begin();
      });
    }
    if (idle.length === 0 && threads.length < most && turns.waits(running)) more ??= openMore();
  };
  const openMore = async () => {
    try {
      if (threads.length > 0) await pause(PATIENCE_MS);
      if (idle.length > 0 || !turns.waits(running)) return;
      const thread = await open();
      threads.push(thread);
      idle.push(thread);
    } catch (error) {
      // Those that run go on; without any, nobody would ever be answered.
      if (threads.length === 0) for (let job = turns.take(running); job; job = turns.take(running)) job.refuse(error);
    } finally {
      more = null;
      begin();
    }
  };

  return {
    isBusy: (): boolean => running.size > 0,
    run: <O>(who: number, work: (thread: T) => Promise<O>, signal?: AbortSignal): Promise<O> =>
      new Promise<O>((resolve, reject) => {
        const job: LaneJob<T> = { who, begin: (thread) => work(thread).then(resolve, reject), refuse: reject };
        if (signal?.aborted) return reject(new Ended());
        signal?.addEventListener("abort", () => turns.drop(job) && reject(new Ended()), { once: true });
        turns.add(job);
        begin();
      }),
    /** All that were started. */
    threads: async (): Promise<readonly T[]> => {
      await more;
      return threads;
    },
  };
}

/** Keeps no process alive. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
