import { JOB_STATES } from "@postil/domain/jobs/job";
import { z } from "zod";

export const WireJob = z.object({
  id: z.uuid(),
  name: z.enum(["purge", "copy", "delete", "discard"]),
  /** `workspace.name` for a task dataset. */
  dataset_id: z.string().nullable(),
  state: z.enum(JOB_STATES),
  done: z.number().int(),
  /** Null: not known yet. */
  total: z.number().int().nullable(),
  error: z.string().nullable(),
  inserted_at: z.string(),
  updated_at: z.string(),
});
export type WireJob = z.output<typeof WireJob>;
