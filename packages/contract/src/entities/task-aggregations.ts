import { z } from "zod";

/** The aggregations over all records that a search finds (contract api-v0 6.2). */

const counts = z.record(z.string(), z.int());
/** Undefined and infinite numbers, as text. */
const beyond = z.enum(["NaN", "Infinity", "-Infinity"]);
const number = z.union([z.number(), beyond]).optional();
const NumberStatistics = z.strictObject({
  count: z.int(),
  min: number,
  max: number,
  avg: number,
  sum: z.union([z.number(), beyond]),
  min_as_string: z.string().optional(),
  max_as_string: z.string().optional(),
  avg_as_string: z.string().optional(),
  sum_as_string: z.string().optional(),
  sum_of_squares: number,
  variance: number,
  variance_population: number,
  variance_sampling: number,
  std_deviation: number,
  std_deviation_population: number,
  std_deviation_sampling: number,
  std_deviation_bounds: z.strictObject({
    upper: number,
    lower: number,
    upper_population: number,
    lower_population: number,
    upper_sampling: number,
    lower_sampling: number,
  }),
});
const mentions = z.record(z.string(), counts);

export const WireTaskAggregations = z.strictObject({
  predicted_as: counts,
  annotated_as: counts,
  predicted_by: counts,
  annotated_by: counts,
  status: counts,
  predicted: counts,
  score: counts,
  words: counts,
  metadata: z.record(z.string(), z.union([z.strictObject({ "argilla:stats": NumberStatistics }), counts])),
  predicted_mentions: mentions.optional(),
  mentions: mentions.optional(),
  predicted_text: counts.optional(),
  annotated_text: counts.optional(),
});
