import { z } from "zod";
import { id, time } from "./parts.ts";

export const WireMetadataSettings = z.discriminatedUnion("type", [
  z.object({ type: z.literal("terms"), values: z.array(z.string()).nullable() }),
  z.object({ type: z.literal("integer"), min: z.number().nullable(), max: z.number().nullable() }),
  z.object({ type: z.literal("float"), min: z.number().nullable(), max: z.number().nullable() }),
]);
export type WireMetadataSettings = z.output<typeof WireMetadataSettings>;

export const WireMetadataProperty = z.object({
  id,
  name: z.string(),
  title: z.string(),
  settings: WireMetadataSettings,
  visible_for_annotators: z.boolean(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireMetadataProperty = z.output<typeof WireMetadataProperty>;

const bound = z.number().nullable();
export const WireMetadataMetrics = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("terms"),
    total: z.number().int(),
    values: z.array(z.object({ term: z.string(), count: z.number().int() })),
  }),
  z.object({ type: z.literal("integer"), min: bound, max: bound }),
  z.object({ type: z.literal("float"), min: bound, max: bound }),
]);
export type WireMetadataMetrics = z.output<typeof WireMetadataMetrics>;
