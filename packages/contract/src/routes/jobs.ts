import { z } from "zod";
import { WireJob } from "../entities/jobs.ts";
import { datasetOfAnyFamily } from "../inputs/path.ts";
import { route } from "../route.ts";
import { bool } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** Work that continues after its call has returned: Postil's own. */

export const jobRoutes = {
  listJobs: route({
    method: "GET",
    path: "/api/postil/v1/jobs",
    access: "signed-in",
    summary: "The jobs of the workspaces the caller manages with how far they are, the latest first",
    query: z.object({ dataset_id: last(datasetOfAnyFamily.optional()) }),
    replies: { 200: z.object({ items: z.array(WireJob) }) },
  }),
  changeJob: route({
    method: "PATCH",
    path: "/api/postil/v1/jobs/:job_id",
    access: "manager",
    conflicts: true,
    summary: "Stop a job, or let it go on",
    body: z.object({ stopped: bool }),
    replies: { 200: WireJob },
  }),
};
