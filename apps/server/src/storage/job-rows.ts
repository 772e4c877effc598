import type { Job } from "@postil/domain/jobs/job";
import type { Selectable } from "kysely";
import type { JobTable } from "./tables.ts";

export type JobRow = Selectable<JobTable>;

/** All columns except `about`, which may be as long as the number of records. */
export const JOB_COLUMNS = [
  ...(["id", "name", "dataset_id", "workspace_id", "state", "done", "total", "error"] as const),
  ...(["inserted_at", "updated_at"] as const),
] as const;

export const jobFromRow = (row: Pick<JobRow, (typeof JOB_COLUMNS)[number]>): Job => ({
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
