import type { JobName } from "@postil/domain/jobs/job";
import type { Context } from "../storage/store.ts";
import { createChooser } from "./choose.ts";
import { listOpenJobs, takeJobStep } from "./steps.ts";

/** Chooses jobs and takes their steps, as the runner does, in the thread of the test. */
export function createSteps(context: Context) {
  const chooser = createChooser();
  const next = async (except: readonly JobName[] = []): Promise<number | null> =>
    chooser.next(await listOpenJobs(context, { known: chooser.known() }), except);
  return {
    next,
    /** Takes steps until no work is left. Returns the jobs in the order of their steps. */
    takeAll: async (most = 1000, taken: (key: number) => void = () => {}): Promise<number[]> => {
      const all: number[] = [];
      while (all.length < most) {
        const key = await next();
        if (key === null) break;
        await takeJobStep(context, { key });
        all.push(key);
        taken(key);
      }
      return all;
    },
  };
}
