import { type Actor, isManager, isOwner } from "@postil/domain/accounts/policies";
import type { Job } from "@postil/domain/jobs/job";
import { Refusal } from "@postil/domain/refusal";
import type { JobRow } from "../jobs/job-kind.ts";
import { times } from "../storage/dataset-rows.ts";
import { updateRows } from "../storage/statements.ts";
import type { Context } from "../storage/store.ts";
import { forbidden, requireCaller } from "./refuse.ts";

/** All columns except `about`, which may be as long as the number of records. */
const JOB_COLUMNS = [
  ...(["id", "name", "dataset_id", "workspace_id", "state", "done", "total", "error"] as const),
  ...(["inserted_at", "updated_at"] as const),
] as const;

const jobFromRow = (row: Pick<JobRow, (typeof JOB_COLUMNS)[number]>): Job => ({
  id: row.id,
  name: row.name,
  datasetId: row.dataset_id,
  state: row.state,
  done: row.done,
  total: row.total,
  error: row.error,
  ...times(row),
});

/** True for managers of the workspace of the job's dataset, even a deleted one. If it is not known, only for owners. */
const mayManageJob = (actor: Actor, { workspace_id }: Pick<JobRow, "workspace_id">): boolean =>
  workspace_id === null ? isOwner(actor) : isManager(actor, workspace_id);

/** The jobs in the workspaces that the caller manages, of one dataset or of all, the latest first. An owner sees all. */
async function listJobs(context: Context, { datasetId }: { readonly datasetId: string | null }): Promise<Job[]> {
  const caller = requireCaller(context);
  const rows = await context.db
    .selectFrom("job")
    .select(JOB_COLUMNS)
    .$if(datasetId !== null, (query) => query.where("dataset_id", "=", datasetId))
    .orderBy("key", "desc")
    .execute();
  return rows.filter((row) => mayManageJob(caller, row)).map(jobFromRow);
}

type ChangeJob = { readonly jobId: string; readonly stopped: boolean };

/**
 * Stops a job after its current step, or continues one that was stopped or has failed. A finished job cannot be changed. 404
 * before 403.
 */
async function changeJob(context: Context, { jobId, stopped }: ChangeJob): Promise<Job> {
  const caller = requireCaller(context);
  const { db, now } = context;
  const row = await db.selectFrom("job").selectAll().where("id", "=", jobId).executeTakeFirst();
  if (!row) throw new Refusal("not_found", `Job with id \`${jobId}\` not found`);
  if (!mayManageJob(caller, row)) throw forbidden();
  if (row.state === "done") throw new Refusal("conflict", `Job with id \`${jobId}\` is done`);
  const resting = row.state === "stopped" || row.state === "failed";
  if (stopped ? row.state === "stopped" : !resting) return jobFromRow(row);
  const changed = { state: stopped ? "stopped" : "waiting", error: null, tries: 0, updated_at: now() } as const;
  await updateRows(db, "job", { key: row.key }, changed);
  return jobFromRow({ ...row, ...changed });
}

export const jobCalls = {
  reads: { listJobs },
  writes: { changeJob },
} as const;
