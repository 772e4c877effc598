import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireVectorSettings = z.object({
  id,
  name: z.string(),
  title: z.string(),
  dimensions: z.number(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireVectorSettings = z.output<typeof WireVectorSettings>;
