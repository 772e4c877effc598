import { DATASET_STATUSES } from "@postil/domain/datasets/dataset";
import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireDataset = z.object({
  id,
  name: z.string(),
  guidelines: z.string().nullable(),
  allow_extra_metadata: z.boolean(),
  status: z.enum(DATASET_STATUSES),
  workspace_id: id,
  last_activity_at: time,
  inserted_at: time,
  updated_at: time,
});
export type WireDataset = z.output<typeof WireDataset>;
