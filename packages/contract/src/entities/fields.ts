import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireField = z.object({
  id,
  name: z.string(),
  title: z.string(),
  required: z.boolean(),
  settings: z.object({ type: z.literal("text"), use_markdown: z.boolean() }),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireField = z.output<typeof WireField>;
