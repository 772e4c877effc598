import type { Snapshot } from "@postil/domain/datasets/snapshot";
import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import { addJob } from "../jobs/add-job.ts";
import { newId } from "../new-id.ts";
import { noteAudit } from "../storage/audit.ts";
import { taskDatasetId } from "../storage/dataset-rows.ts";
import { datasetOfSnapshot, type SnapshotRow } from "../storage/snapshots.ts";
import { rowsOf } from "../storage/statements.ts";
import type { Context, HasDb } from "../storage/store.ts";
import type { JobTable } from "../storage/tables.ts";
import { operatorAsCaller } from "./accounts/operator.ts";
import { namesOfDataset } from "./feedback/datasets.ts";
import { loadDatasetForManager } from "./feedback/load.ts";
import { refuseTaken } from "./refuse.ts";
import { loadTaskDatasetForManager, requireOpen } from "./tasks/datasets.ts";

/** Snapshots of datasets of both families, for those who manage them (SNP-01 to SNP-04). */

/** `most`: in one dataset; `bytes`: of the files of all snapshots of the server. */
export type SnapshotRoom = { readonly most: number; readonly bytes: number };

/** A dataset of either family: a task dataset is given as `workspace.name`. */
type OfDataset = { readonly datasetId: string };

async function loadForManager(context: Context, { datasetId }: OfDataset) {
  const dot = datasetId.indexOf(".");
  if (dot === -1) {
    const row = await loadDatasetForManager(context, datasetId);
    const { workspace } = await namesOfDataset(context, row.key);
    return { ...keysOf(row), id: row.id, family: "dataset", dataset: row.name, workspace } as const;
  }
  const at = { workspace: datasetId.slice(0, dot), name: datasetId.slice(dot + 1) };
  const row = await loadTaskDatasetForManager(context, at);
  const id = taskDatasetId(at);
  return { ...keysOf(row), id, family: "task_dataset", dataset: row.name, workspace: at.workspace, row } as const;
}

const keysOf = ({ key, workspace_id }: { readonly key: number; readonly workspace_id: string }) => ({
  key,
  workspace_id,
});

const JOB = ["state", "done", "total", "error"] as const;
type Job = Pick<Selectable<JobTable>, (typeof JOB)[number]>;

const snapshotFromRow = (row: SnapshotRow, job: Job | undefined): Snapshot => ({
  id: row.id,
  name: row.name,
  by: row.by_name,
  askedAt: row.asked_at,
  taken:
    row.taken_at === null
      ? null
      : {
          takenAt: row.taken_at,
          records: row.records ?? 0,
          answers: row.answers ?? 0,
          position: row.position ?? 0,
          bytes: row.bytes,
          hash: row.hash ?? "",
          server: serverOf(row.facts),
        },
  progress: { done: job?.done ?? 0, total: job?.total ?? null },
  error: row.taken_at === null ? faultOf(job) : null,
});

/** The facts were written with the file. */
function serverOf(facts: string | null): string | null {
  const { server }: { server?: string } = JSON.parse(facts ?? "{}");
  return server ?? null;
}

const faultOf = (job: Job | undefined): string | null => {
  if (!job) return "Its job is gone.";
  // A snapshot is noted before the end of its job, so this one found nothing to read.
  if (job.state === "done") return "Its dataset was deleted before it was taken.";
  return job.state === "stopped" ? "It was stopped." : job.error;
};

/** The latest first. */
async function listSnapshots(context: Context, of: OfDataset): Promise<Snapshot[]> {
  const { key } = await loadForManager(context, of);
  const { db } = context;
  const rows = await rowsOf(db, "snapshot", { dataset_key: key }).selectAll().orderBy("key", "desc").execute();
  const jobs = await rowsOf(db, "job", { dataset_key: key })
    .select(["key", ...JOB])
    .execute();
  return rows.map((row) =>
    snapshotFromRow(
      row,
      jobs.find((job) => job.key === row.job_key),
    ),
  );
}

type Take = OfDataset & { readonly name: string; readonly room: SnapshotRoom };

/** Begins to take a snapshot. A job reads the dataset, as it is at one moment after this call (SNP-02). */
async function takeSnapshot(context: Context, { name, room, ...of }: Take): Promise<Snapshot> {
  const { db, now, caller } = context;
  const found = await loadForManager(context, of);
  if ("row" in found) requireOpen(found.row);
  const own = db.selectFrom("snapshot").where("dataset_key", "=", found.key);
  await refuseTaken(
    context,
    ["snapshot", String(found.key), name],
    own.select("id").where("name", "=", name),
    () => new Refusal("conflict", `The dataset has a snapshot \`${name}\` already`),
  );
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  if (count >= room.most)
    throw new Refusal(
      "unprocessable",
      `A dataset has at most ${room.most} snapshots, and this one has as many. Delete one first`,
    );
  refuseBeyond(await bytesOfSnapshots(context), room);
  const id = newId();
  const by = caller && caller.id !== operatorAsCaller.id ? caller : null;
  const row = {
    ...{ id, dataset_key: found.key, family: found.family, name, asked_at: now() },
    ...{ by_id: by?.id ?? null, by_name: by?.username ?? null },
  };
  const { key } = await db
    .insertInto("snapshot")
    .values({ ...row, job_key: 0 })
    .returning("key")
    .executeTakeFirstOrThrow();
  const dataset = { key: found.key, id: found.id, workspace_id: found.workspace_id };
  const job = await addJob(context, { name: "snapshot", dataset, about: { key, id } });
  const made = await db
    .updateTable("snapshot")
    .set({ job_key: job })
    .where("key", "=", key)
    .returningAll()
    .executeTakeFirstOrThrow();
  const told = { dataset: found.dataset, workspace: found.workspace, snapshot: name };
  await noteAudit(context, { kind: "snapshot_taken", told });
  return snapshotFromRow(made, { state: "waiting", done: 0, total: null, error: null });
}

/** The bytes of all files of snapshots, also of datasets in the bin. */
async function bytesOfSnapshots({ db }: HasDb): Promise<number> {
  const { bytes } = await db
    .selectFrom("snapshot")
    .select(({ fn }) => fn.sum<number | null>("bytes").as("bytes"))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

function refuseBeyond(bytes: number, room: SnapshotRoom): void {
  if (bytes < room.bytes) return;
  throw new Refusal(
    "unprocessable",
    `All snapshots of this server have ${bytes} bytes; the most is ${room.bytes}. Delete some first`,
  );
}

/** The bytes that one more file may have. Not open to requests. */
const roomForSnapshot = async (context: Context, { bytes }: Pick<SnapshotRoom, "bytes">): Promise<number> =>
  Math.max(0, bytes - (await bytesOfSnapshots(context)));

export type FinishedSnapshot = {
  readonly key: number;
  readonly taken: Pick<SnapshotRow, "records" | "answers" | "position" | "hash" | "taken_at"> & {
    readonly bytes: number;
  };
  /** JSON. */
  readonly digests: string;
  readonly facts: string;
};

/** Notes that the file is whole. False if the snapshot was deleted, or its job stopped, meanwhile. Not open to requests. */
async function finishSnapshot({ db }: Context, { key, taken, digests, facts }: FinishedSnapshot): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("snapshot")
    .set({ ...taken, digests, facts })
    .where("key", "=", key)
    .where("job_key", "in", db.selectFrom("job").select("key").where("state", "in", ["waiting", "running"]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The files that the folder of snapshots has to have, and those that are being written. Not open to requests. */
const listSnapshotFiles = async ({ db }: Context): Promise<string[]> =>
  (await db.selectFrom("snapshot").select("id").execute()).map(({ id }) => id);

/** 404 before 403. The snapshots of a dataset in the bin are not found. */
export async function loadSnapshotForManager(context: Context, snapshotId: string) {
  const row = await context.db.selectFrom("snapshot").selectAll().where("id", "=", snapshotId).executeTakeFirst();
  const at = row && (await datasetOfSnapshot(context.db, row));
  if (!row || !at) throw new Refusal("not_found", `Snapshot with id \`${snapshotId}\` not found`);
  const datasetId = "datasetId" in at ? at.datasetId : taskDatasetId(at);
  const { dataset, workspace } = await loadForManager(context, { datasetId });
  return { row, dataset, workspace, at };
}

type OfSnapshot = { readonly snapshotId: string };

/** Deletes a snapshot for good; whoever called removes its file. One that is being taken ends. */
async function deleteSnapshot(context: Context, { snapshotId }: OfSnapshot): Promise<void> {
  const { row, dataset, workspace } = await loadSnapshotForManager(context, snapshotId);
  const { db, now } = context;
  await db.deleteFrom("snapshot").where("key", "=", row.key).execute();
  await db
    .updateTable("job")
    .set({ state: "done", updated_at: now() })
    .where("key", "=", row.job_key)
    .where("name", "=", "snapshot")
    .where("state", "!=", "done")
    .execute();
  await noteAudit(context, { kind: "snapshot_deleted", told: { dataset, workspace, snapshot: row.name } });
}

export const snapshotCalls = {
  reads: { listSnapshots, roomForSnapshot, listSnapshotFiles },
  writes: { takeSnapshot, finishSnapshot, deleteSnapshot },
} as const;
