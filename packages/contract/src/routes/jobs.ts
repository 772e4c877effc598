import { z } from "zod";
import { WireJob } from "../entities/jobs.ts";
import { JobPath } from "../inputs/path.ts";
import { route } from "../route.ts";
import { bool, leaf, readLeaf, uuid } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** Work that outlives a call: Postil's own. */

/** A dataset as jobs name it: those of the older family by `workspace.name`. */
const datasetId = leaf<string>(
  (value) => (typeof value === "string" && value.includes(".") ? { ok: value } : readLeaf(uuid, value)),
  { type: "string" },
);

export const jobRoutes = {
  listJobs: route({
    method: "GET",
    path: "/api/postil/v1/jobs",
    access: "signed-in",
    summary: "The jobs of the workspaces the caller manages with how far they are, the latest first",
    query: z.object({ dataset_id: last(datasetId.optional()) }),
    replies: { 200: z.object({ items: z.array(WireJob) }) },
  }),
  changeJob: route({
    method: "PATCH",
    path: "/api/postil/v1/jobs/:job_id",
    access: "manager",
    conflicts: true,
    summary: "Stop a job, or let it go on",
    params: JobPath,
    body: z.object({ stopped: bool }),
    replies: { 200: WireJob },
  }),
};
