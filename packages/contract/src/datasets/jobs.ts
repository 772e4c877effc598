import { JOB_STATES } from "@postil/domain/jobs/job";
import { z } from "zod";
import { route } from "../route.ts";
import { bool, leaf, readLeaf, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, stamps } from "../wire/replies.ts";
import { last } from "../wire/shape.ts";

export const WireJob = z.object({
  id,
  name: z.enum(["purge", "copy", "delete", "discard", "restore", "snapshot"]),
  /** `workspace.name` for a task dataset. */
  dataset_id: z.string().nullable(),
  state: z.enum(JOB_STATES),
  done: int,
  /** Null: not known yet. */
  total: int.nullable(),
  error: z.string().nullable(),
  ...stamps,
});
export type WireJob = z.output<typeof WireJob>;

/** A dataset of either family: a task dataset is given as `workspace.name`. */
export const datasetOfAnyFamily = leaf<string>(
  (value) => (typeof value === "string" && value.includes(".") ? { ok: value } : readLeaf(uuid, value)),
  { type: "string" },
);

/** Work that continues after its call has returned: Postil's own. */

export const jobRoutes = {
  listJobs: route("GET", "/api/postil/v1/jobs", "signed-in", {
    summary: "The jobs of the workspaces the caller manages with how far they are, the latest first",
    query: z.object({ dataset_id: last(datasetOfAnyFamily.optional()) }),
    replies: { 200: itemsOf(WireJob) },
  }),
  changeJob: route("PATCH", "/api/postil/v1/jobs/:job_id", "manager", {
    conflicts: true,
    summary: "Stop a job, or let it go on",
    body: z.object({ stopped: bool }),
    replies: { 200: WireJob },
  }),
};

/** Imports: only users who manage datasets see the dataset before it is complete. Postil's own. */
export const importRoutes = {
  beginImport: route("PUT", "/api/postil/v1/imports/:import_id", "manager", {
    conflicts: true,
    summary: "Begin to fill a dataset without records; until the import ends only those who manage datasets see it",
    body: z.object({ dataset_id: datasetOfAnyFamily }),
  }),
  endImport: route("POST", "/api/postil/v1/imports/:import_id/end", "manager", {
    summary: "End an import: its dataset is whole",
  }),
  takeBackImport: route("DELETE", "/api/postil/v1/imports/:import_id", "manager", {
    summary: "Delete the dataset of an import that has not ended; of any other nothing",
  }),
};
