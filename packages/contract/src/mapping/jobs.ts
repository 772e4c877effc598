import type { Job } from "@postil/domain/jobs/job";
import type { WireJob } from "../entities/jobs.ts";
import { timeToWire } from "../wire/time.ts";

export const jobToWire = (job: Job): WireJob => ({
  id: job.id,
  name: job.name,
  dataset_id: job.datasetId,
  state: job.state,
  done: job.done,
  total: job.total,
  error: job.error,
  inserted_at: timeToWire(job.insertedAt),
  updated_at: timeToWire(job.updatedAt),
});
