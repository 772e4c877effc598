import { Ended } from "../failure.ts";
import type { Lane as LaneName } from "../store.ts";
import { createTurns, type Job } from "./turns.ts";

/** How long a user waits for other users before one more thread is started. */
const PATIENCE_MS = 100;
/** A user with so many waiting reads leaves the first thread to others: no page asks for so many at once. */
const QUEUE = 8;
/** How long a read may keep a thread while others of its lane wait, if there is a slower lane. */
const LONG_MS = 250;

type LaneOptions<T> = {
  readonly first: readonly T[];
  readonly open: () => Promise<T>;
  readonly most: number;
  /** The lane in which a long read starts again if others are waiting. */
  readonly slower?: Lane<T>;
};

type LaneJob<T> = Job & {
  readonly begin: (thread: T) => Promise<void>;
  readonly giveWay: () => void;
  readonly refuse: (error: unknown) => void;
};

export type Lane<T> = {
  readonly isBusy: () => boolean;
  /** `work` ends when its signal is aborted, or later. */
  readonly run: <O>(who: number, work: (thread: T, left: AbortSignal) => Promise<O>, left?: AbortSignal) => Promise<O>;
  readonly threads: () => Promise<readonly T[]>;
};

/**
 * Reads that wait for each other: they share one thread, and more threads if they take long. Each user has one running read,
 * and users take turns, so a user's reads delay their own next reads first. Who has a queue gets a second thread before
 * anybody else comes, and leaves the first one free. A long read does not delay others for long: it starts again in the slower
 * lane.
 */
export function createLane<T>({ first, open, most, slower }: LaneOptions<T>): Lane<T> {
  const turns = createTurns<LaneJob<T>>();
  const running = new Set<number>();
  /** Running reads that may be asked to give way, with their start times, the longest first. */
  const begun = new Map<LaneJob<T>, number>();
  const threads = [...first];
  const idle = [...first];
  /** Set while one more thread is starting. */
  let more: Promise<void> | null = null;
  /** Set while a user is waiting. */
  let watch: NodeJS.Timeout | null = null;

  const queues = (who: number) => turns.countOf(who) >= QUEUE;
  /**
   * The first thread has what most searches need in memory; a thread that was just started has nothing and is slow. So users
   * get the first one while it is free, and those with a queue get another one.
   */
  const takeIdle = (who: number): T | undefined => {
    const isFirst = (thread: T) => thread === threads[0];
    const at = queues(who) ? idle.findLastIndex((thread) => !isFirst(thread)) : idle.findIndex(isFirst);
    return at < 0 ? idle.pop() : idle.splice(at, 1)[0];
  };
  const needsMore = () => idle.length === 0 && (turns.waits(running) || [...running].some(queues));

  const begin = () => {
    while (idle.length > 0) {
      const job = turns.take(running);
      const thread = job && takeIdle(job.who);
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
    if (threads.length < most && needsMore()) more ??= openMore();
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
      if (!needsMore()) return;
      const thread = await open();
      threads.push(thread);
      idle.push(thread);
    } catch (error) {
      // Running reads continue. Without any thread, the waiting reads would never be answered.
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

/**
 * Maximum number of threads of a lane, with the first one. Long searches of several people at once are rare, and each thread
 * has its own memory. Vectors are kept in memory only once.
 */
const MOST = { search: 3, scan: 2, vectors: 1, long: 2 } as const;
/** Number of threads that keep copies of what they search. The others, which read every response or write files, keep none. */
const SEARCHERS = MOST.search + MOST.vectors;
/** Memory per record for the values of a dataset, in all of them together. */
const BYTES_PER_RECORD = 200;
/** What each of them may keep, if all together may keep so much. */
export const shareOfSearcher = (bytes: number) => ({
  bytes: Math.floor(bytes / SEARCHERS),
  perRecord: BYTES_PER_RECORD / SEARCHERS,
});

/** The user key for the process's own reads. */
export const NOBODY = 0;

type Lanes<T> = { readonly [L in Exclude<LaneName, "short">]: Lane<T> };

/** The lanes of all reads but the short ones. `searching`: threads that are there already. */
export function createLanes<T>(searching: readonly T[], open: (role: "reader" | "searcher") => Promise<T>): Lanes<T> {
  const reader = () => open("reader");
  const searcher = () => open("searcher");
  // Its first thread starts at the first such read: most servers never need it.
  const scan = createLane({ first: [], open: reader, most: MOST.scan });
  return {
    search: createLane({ first: searching, open: searcher, most: MOST.search, slower: scan }),
    scan,
    long: createLane({ first: [], open: reader, most: MOST.long }),
    vectors: createLane({ first: [], open: searcher, most: MOST.vectors }),
  };
}

/** Does not keep the process alive. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
