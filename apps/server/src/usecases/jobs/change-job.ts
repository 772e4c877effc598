import type { Job } from "@postil/domain/jobs/job";
import { Refusal } from "@postil/domain/refusal";
import { jobFromRow } from "../../storage/job-rows.ts";
import type { Context } from "../../storage/store.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { mayManageJob } from "./may-manage-job.ts";

export type ChangeJob = { readonly jobId: string; readonly stopped: boolean };

/**
 * Stops a job after the step that runs, or lets one go on that was stopped or has failed. A job that is done cannot be
 * changed. 404 before 403.
 */
export async function changeJob(context: Context, { jobId, stopped }: ChangeJob): Promise<Job> {
  const caller = requireCaller(context);
  const { db, now } = context;
  const row = await db.selectFrom("job").selectAll().where("id", "=", jobId).executeTakeFirst();
  if (!row) throw new Refusal("not_found", `Job with id \`${jobId}\` not found`);
  if (!mayManageJob(caller, row)) throw forbidden();
  if (row.state === "done") throw new Refusal("conflict", `Job with id \`${jobId}\` is done`);
  const resting = row.state === "stopped" || row.state === "failed";
  if (stopped ? row.state === "stopped" : !resting) return jobFromRow(row);
  const changed = { state: stopped ? "stopped" : "waiting", error: null, tries: 0, updated_at: now() } as const;
  await db.updateTable("job").set(changed).where("key", "=", row.key).execute();
  return jobFromRow({ ...row, ...changed });
}
