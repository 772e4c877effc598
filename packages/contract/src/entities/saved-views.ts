import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireSavedView = z.object({
  id,
  name: z.string(),
  query: z.string(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireSavedView = z.output<typeof WireSavedView>;
