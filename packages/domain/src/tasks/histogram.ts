import { pythonFloat } from "../text/python-text.ts";
import type { ValueCounts } from "./aggregations.ts";

/** Most buckets between the ends for which empty ones are listed; beyond that, empty buckets are left out. */
const MOST_BUCKETS = 65_536;

/** Number of first buckets that are counted in an array; scores are in them. A map takes ten times as long. */
const FIRST = 1024;

/**
 * Counts numbers in buckets of a width (contract search-semantics 6). Each bucket is named by its lower end, always
 * with a decimal point.
 */
export function createHistogram(width: number) {
  const first = new Float64Array(FIRST);
  const others = new Map<number, number>();
  return {
    add: (value: number, count: number): void => {
      const bucket = Math.floor(value / width);
      if (bucket >= 0 && bucket < FIRST) first[bucket] = (first[bucket] ?? 0) + count;
      else others.set(bucket, (others.get(bucket) ?? 0) + count);
    },
    result: (): ValueCounts => {
      const counts = new Map(others);
      for (const [bucket, count] of first.entries()) if (count > 0) counts.set(bucket, count);
      const buckets = [...counts.keys()].sort((a, b) => a - b);
      const [low = 0, high = -1] = [buckets[0], buckets.at(-1)];
      const all = high - low < MOST_BUCKETS ? Array.from({ length: high - low + 1 }, (_, i) => low + i) : buckets;
      return all.map((bucket) => [pythonFloat(bucket * width), counts.get(bucket) ?? 0]);
    },
  };
}

export const SCORE_WIDTH = 0.001;
