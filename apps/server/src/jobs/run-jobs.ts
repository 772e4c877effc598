import { setTimeout as pause } from "node:timers/promises";
import { Ended, Interrupted, StorageFailure } from "../storage/failure.ts";
import { ALONE } from "../storage/peers.ts";
import { createChooser } from "./choose.ts";
import { createWorker, type JobStore, type Works } from "./work.ts";

/** The work that runs in the background. */
export type Jobs = {
  /** Tells the runner that there is something to do. */
  wake(): void;
  /** Wakes the jobs and resolves when this one has ended. Rejects if it failed, or store or process end. */
  finish(key: number): Promise<void>;
  /** Resolves when the running step is done; the rest continues after the next start. */
  stop(): Promise<void>;
};

/** How often the server that runs the jobs of several looks for new ones, in case that it has not heard of one, ms. */
const LOOK_MS = 1000;
/** How often a call looks whether a job has ended that another server runs, ms. */
const ASK_MS = 100;

/**
 * Runs the jobs of the store step by step, so that other writes run in between. Jobs that do not exclude each other take turns, one
 * step at a time: two steps in one commit would make every save wait for both. Work without transactions runs in parallel.
 * Starts with the jobs that an earlier process left. Of several servers one runs them: each step of another would be refused.
 */
export function runJobs(store: JobStore, works: Works, onError: (error: unknown) => void): Jobs {
  const { peers } = store;
  const { hear, tell: tellOthers, hasDuty, onDuty } = peers ?? ALONE;
  const worker = createWorker(store, works);
  const chooser = createChooser();
  let stopped = false;
  let awake = false;
  /** Resolves after the next step or round: null, or the error that stopped the runner. */
  let next = Promise.withResolvers<unknown>();
  const tell = (failure: unknown = null) => {
    next.resolve(failure);
    next = Promise.withResolvers();
  };

  const attempt = async (key: number, what: () => Promise<void>) => {
    try {
      await what();
    } catch (error) {
      // The job cannot fix a full disk: it continues when the next job wakes the runner, or at the next start.
      if (stopped || error instanceof StorageFailure) throw error;
      // Another operation used up the memory, and the step did nothing: it runs again.
      if (error instanceof Interrupted) return;
      onError(error);
      await store.write("failJob", null, { key, error: error instanceof Error ? error.message : String(error) });
    }
  };
  /** Jobs that this process has begun. */
  const begun = new Set<number>();
  const mayGoOn = async (key: number) => {
    if (begun.has(key)) return true;
    if (!(await store.write("beginJob", null, { key }))) return false;
    begun.add(key);
    return true;
  };
  const takeSteps = async () => {
    while (!stopped && hasDuty()) {
      const open = await store.read("listOpenJobs", null, { known: chooser.known() });
      const key = chooser.next(open, worker.heldUp());
      if (key === null) return;
      await attempt(key, async () => {
        if (!(await mayGoOn(key))) return tell();
        const job = await store.write("takeJobStep", null, { key });
        if (job) void worker.begin(job, attempt).then(wake, onError);
        tell();
      });
    }
  };
  const work = async () => {
    while (awake && !stopped) {
      awake = false;
      await takeSteps();
      tell();
    }
  };
  const finish = async (key: number): Promise<void> => {
    wake();
    for (;;) {
      const happened = next.promise;
      const job = await store.read("getJobOutcome", null, { key });
      if (job.error !== null) throw new Error(`The job failed: ${job.error}`);
      if (job.ended) return;
      if (stopped) throw new Ended();
      const failure = await (peers ? Promise.race([happened, pause(ASK_MS, null)]) : happened);
      if (failure !== null) throw new Error("The job goes on once the store works again.", { cause: failure });
    }
  };
  let running = Promise.resolve();
  const wake = () => {
    if (!hasDuty()) return tellOthers("jobs");
    if (awake) return;
    awake = true;
    running = running.then(work).catch((error: unknown) => {
      onError(error);
      tell(error);
    });
  };
  const look = () => {
    if (hasDuty()) wake();
  };
  onDuty(() => {
    begun.clear();
    running = running.then(() => store.write("retryFailedJobs", null, undefined)).catch(onError);
    wake();
  });
  hear("jobs", look);
  const timer = peers && setInterval(look, LOOK_MS).unref();
  return {
    wake,
    finish,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      tell();
      await running;
      await worker.stop();
    },
  };
}
