import { Ended } from "../failure.ts";
import { createTurns, type Job } from "../turns.ts";

/** How long somebody waits for those of others before one more thread is started. */
const PATIENCE_MS = 100;
/** How long a read has a thread that others of its lane wait for, when there is a slower lane. */
const LONG_MS = 250;

type LaneOptions<T> = {
  /** Threads that are there already. */
  readonly first: readonly T[];
  /** Starts another. */
  readonly open: () => Promise<T>;
  readonly most: number;
  /** Where a read begins anew that takes long while others wait. */
  readonly slower?: Lane<T>;
};

type LaneJob<T> = Job & {
  readonly begin: (thread: T) => Promise<void>;
  readonly giveWay: () => void;
  readonly refuse: (error: unknown) => void;
};

export type Lane<T> = {
  readonly isBusy: () => boolean;
  /** `work` ends when its signal says so, or later. */
  readonly run: <O>(who: number, work: (thread: T, left: AbortSignal) => Promise<O>, left?: AbortSignal) => Promise<O>;
  /** All that were started. */
  readonly threads: () => Promise<readonly T[]>;
};

/**
 * Reads that wait for each other: in one thread, and when they take long in a few. Everybody has one running and takes turns,
 * so one person's reads wait for each other first. None keeps the others waiting for long: it goes on in the slower lane.
 */
export function createLane<T>({ first, open, most, slower }: LaneOptions<T>): Lane<T> {
  const turns = createTurns<LaneJob<T>>();
  const running = new Set<number>();
  /** What runs and may be told to give way, and since when, the longest first. */
  const begun = new Map<LaneJob<T>, number>();
  const threads = [...first];
  const idle = [...first];
  /** Set while one more thread is waited for. */
  let more: Promise<void> | null = null;
  /** Set while somebody waits. */
  let watch: NodeJS.Timeout | null = null;

  const begin = () => {
    while (idle.length > 0) {
      const job = turns.take(running);
      const thread = job && idle.pop();
      if (!job || thread === undefined) break;
      running.add(job.who);
      begun.set(job, performance.now());
      void job.begin(thread).finally(() => {
        running.delete(job.who);
        begun.delete(job);
        turns.goBehind(job.who);
        idle.push(thread);
        begin();
      });
    }
    if (idle.length === 0 && threads.length < most && turns.waits(running)) more ??= openMore();
    if (slower && watch === null && !turns.isEmpty()) watch = setTimeout(letPass, PATIENCE_MS).unref();
  };
  const letPass = () => {
    watch = null;
    const othersWait = turns.waits(running);
    for (const [job, since] of begun) {
      if (performance.now() - since < LONG_MS) break;
      if (!othersWait && !turns.hasOf(job.who)) continue;
      begun.delete(job);
      job.giveWay();
      break;
    }
    begin();
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
    isBusy: () => running.size > 0,
    run: (who, work, left) =>
      new Promise((resolve, reject) => {
        const end = new AbortController();
        let gaveWay = false;
        const fail = (error: unknown) => {
          if (slower && gaveWay && error instanceof Ended && !left?.aborted)
            slower.run(who, work, left).then(resolve, reject);
          else reject(error);
        };
        const job: LaneJob<T> = {
          who,
          begin: (thread) => work(thread, end.signal).then(resolve, fail),
          giveWay: () => {
            gaveWay = true;
            end.abort();
          },
          refuse: reject,
        };
        if (left?.aborted) return reject(new Ended());
        left?.addEventListener("abort", () => (turns.drop(job) ? reject(new Ended()) : end.abort()), { once: true });
        turns.add(job);
        begin();
      }),
    threads: async () => {
      await more;
      return threads;
    },
  };
}

/** Keeps no process alive. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
