import { z } from "zod";
import { time } from "./parts.ts";

/** A labeling rule, without nulls (contract api-v0 section 8). */
export const WireLabelingRule = z.object({
  query: z.string(),
  labels: z.array(z.string()),
  label: z.string().optional(),
  description: z.string().optional(),
  author: z.string(),
  created_at: time,
});
export type WireLabelingRule = z.output<typeof WireLabelingRule>;

const count = z.number();
/** Metrics of all rules together. Unknown ones are left out. */
export const WireCoverageMetrics = z.object({
  coverage: z.number().optional(),
  coverage_annotated: z.number().optional(),
  total_records: count.int(),
  annotated_records: count.int(),
});
export const WireRulesMetrics = WireCoverageMetrics.extend({
  /** Postil's own: rules whose query cannot be read, which count for no records; absent if there are none. */
  postil_unreadable: z
    .array(z.object({ query: z.string(), reason: z.string(), at: count.int().nullable() }))
    .optional(),
});
export const WireRuleMetrics = WireCoverageMetrics.extend({
  correct: count.optional(),
  incorrect: count.optional(),
  precision: count.optional(),
});
export type WireCoverageMetrics = z.output<typeof WireCoverageMetrics>;
export type WireRuleMetrics = z.output<typeof WireRuleMetrics>;
