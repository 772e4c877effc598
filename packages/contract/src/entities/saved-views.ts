import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireSavedView = z.object({
  id,
  name: z.string(),
  query: z.string(),
  /** `workspace.name` for a task dataset. */
  dataset_id: z.string(),
  inserted_at: time,
  updated_at: time,
});
export type WireSavedView = z.output<typeof WireSavedView>;
