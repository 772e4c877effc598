import { z } from "zod";

/** The settings of a task dataset, without nulls (contract api-v0 section 4). */
export const WireTaskSettings = z.object({
  label_schema: z
    .object({
      labels: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().optional() })),
    })
    .optional(),
  vectors: z.record(z.string(), z.union([z.number().int(), z.object({ dim: z.number().int() })])).optional(),
});
export type WireTaskSettings = z.output<typeof WireTaskSettings>;
