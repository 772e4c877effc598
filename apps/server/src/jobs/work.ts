import type { JobName } from "@postil/domain/jobs/job";
import type { Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import type { JobRow } from "./job-kind.ts";
import type { JobProgress } from "./steps.ts";

export type JobStore = Pick<Store<Reads, Writes>, "read" | "write" | "peers">;

/**
 * The work of a job that is not a transaction, such as a long read whose parts go to a file. It stores its progress at
 * intervals. `signal` is aborted when the job is stopped or the process ends. Unfinished work starts again in the next
 * process.
 */
export type Work = (job: JobRow, tools: WorkTools) => Promise<void>;
type WorkTools = { readonly signal: AbortSignal; readonly note: (progress: JobProgress) => Promise<void> };
export type Works = { readonly [N in JobName]?: Work };

/** Runs a function for a job, and marks the job as failed if the function fails. */
type Attempt = (key: number, what: () => Promise<void>) => Promise<void>;

/** Runs work in parallel with everything else, one at a time. */
export function createWorker(store: JobStore, works: Works) {
  let present: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  return {
    /** Names of jobs that have no turn until the present work has ended. */
    heldUp: (): readonly JobName[] => (present ? (Object.keys(works) as JobName[]) : []), // its own names
    /** Resolves when the work has ended. */
    begin: (job: JobRow, attempt: Attempt): Promise<void> => {
      const stop = new AbortController();
      const ended = attempt(job.key, () => doWork(store, works[job.name], job, stop)).finally(() => {
        present = null;
      });
      present = { stop, ended };
      return ended;
    },
    stop: async (): Promise<void> => {
      present?.stop.abort();
      await Promise.allSettled([present?.ended]);
    },
  };
}

async function doWork(store: JobStore, work: Work | undefined, job: JobRow, stop: AbortController): Promise<void> {
  if (!work) throw new Error(`Nothing does ${job.name}.`);
  const { key } = job;
  const note = async (progress: JobProgress) => {
    if (!(await store.write("noteJob", null, { key, ...progress }))) stop.abort();
  };
  try {
    await work(job, { signal: stop.signal, note });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
  if (!stop.signal.aborted) await store.write("endJob", null, { key });
}
