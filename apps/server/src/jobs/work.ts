import type { JobName } from "@postil/domain/jobs/job";
import type { JobRow } from "../storage/job-rows.ts";
import type { Store } from "../storage/store.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import type { JobProgress } from "./steps.ts";

export type JobStore = Pick<Store<Reads, Writes>, "read" | "write">;

/**
 * What a job does that is no transaction, such as a long read whose parts go to a file. It notes now and then how far it is; when
 * the job was stopped meanwhile, or the process ends, `signal` is aborted. What was not ended is begun again by the next process.
 */
export type Work = (job: JobRow, tools: WorkTools) => Promise<void>;
type WorkTools = { readonly signal: AbortSignal; readonly note: (progress: JobProgress) => Promise<void> };
export type Works = { readonly [N in JobName]?: Work };

/** Notes of a job that it failed, when what is done for it does. */
type Attempt = (key: number, what: () => Promise<void>) => Promise<void>;

/** Does work beside everything else, one at a time. */
export function createWorker(store: JobStore, works: Works) {
  let present: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  return {
    /** Names of jobs that have no turn until it has ended. */
    heldUp: (): readonly JobName[] => (present ? (Object.keys(works) as JobName[]) : []), // its own names
    /** Resolves when it has ended. */
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
