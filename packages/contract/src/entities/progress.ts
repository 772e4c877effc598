import { z } from "zod";

const count = z.number().int();
export const WireOwnMetrics = z.object({
  records: z.object({ count }),
  responses: z.object({ count, submitted: count, discarded: count, draft: count }),
});
export type WireOwnMetrics = z.output<typeof WireOwnMetrics>;

export const WireProgress = z.object({
  total: count,
  submitted: count,
  discarded: count,
  conflicting: count,
  pending: count,
});
export type WireProgress = z.output<typeof WireProgress>;

export const WireResponseCounts = z.object({ people: count, submitted: count, discarded: count, draft: count });
