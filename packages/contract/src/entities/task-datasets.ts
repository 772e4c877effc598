import { z } from "zod";
import { time } from "./parts.ts";

/** A dataset of the older family, without nulls (contract api-v0 section 3). */
export const WireTaskDataset = z.object({
  id: z.string(),
  name: z.string(),
  task: z.string(),
  workspace: z.string(),
  owner: z.string().optional(),
  tags: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()),
  created_at: time,
  created_by: z.string().optional(),
  last_updated: time,
});
export type WireTaskDataset = z.output<typeof WireTaskDataset>;
