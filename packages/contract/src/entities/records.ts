import { z } from "zod";
import { id, time } from "./parts.ts";
import { WireResponse } from "./responses.ts";
import { WireSuggestion } from "./suggestions.ts";

export const WireRecord = z.object({
  id,
  fields: z.record(z.string(), z.string().nullable()),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  external_id: z.string().nullable(),
  responses: z.array(WireResponse).nullish(),
  suggestions: z.array(WireSuggestion).nullish(),
  vectors: z.record(z.string(), z.array(z.number())).nullish(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireRecord = z.output<typeof WireRecord>;
