import type { Job } from "@postil/domain/jobs/job";
import type { Selectable } from "kysely";
import type { JobTable } from "./tables.ts";

export type JobRow = Selectable<JobTable>;

export const jobFromRow = (row: JobRow): Job => ({
  id: row.id,
  name: row.name,
  datasetId: row.dataset_id,
  state: row.state,
  done: row.done,
  total: row.total,
  error: row.error,
  insertedAt: row.inserted_at,
  updatedAt: row.updated_at,
});
