import { jobToWire } from "@postil/contract/mapping/jobs";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function jobHandlers({ store, jobs }: HandlerParts) {
  return {
    listJobs: async ({ query }, { caller }) => {
      const found = await store.read("listJobs", caller, { datasetId: query.dataset_id ?? null });
      return { items: found.map(jobToWire) };
    },
    changeJob: async ({ params, body }, { caller }) => {
      const job = await store.write("changeJob", caller, { jobId: params.job_id, stopped: body.stopped });
      jobs.wake();
      return jobToWire(job);
    },
  } satisfies Partial<Handlers>;
}
