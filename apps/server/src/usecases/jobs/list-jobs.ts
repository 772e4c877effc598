import type { Job } from "@postil/domain/jobs/job";
import { JOB_COLUMNS, jobFromRow } from "../../storage/job-rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { mayManageJob } from "./may-manage-job.ts";

/** The jobs of the workspaces the caller manages, of one dataset or of all, the latest first; an owner's are all. */
export async function listJobs(context: Context, { datasetId }: { readonly datasetId: string | null }): Promise<Job[]> {
  const caller = requireCaller(context);
  const rows = await context.db
    .selectFrom("job")
    .select(JOB_COLUMNS)
    .$if(datasetId !== null, (query) => query.where("dataset_id", "=", datasetId))
    .orderBy("key", "desc")
    .execute();
  return rows.filter((row) => mayManageJob(caller, row)).map(jobFromRow);
}
