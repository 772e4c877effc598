import { pythonFloat } from "../text/python-text.ts";
import type { ValueCounts } from "./aggregations.ts";

/** Between the ends so many buckets are told that hold nothing; where there would be more, none is. */
const MOST_BUCKETS = 65_536;

/** How many numbers lie in each bucket of a width (contract search-semantics 6), told by its lower end, always with a point. */
export function createHistogram(width: number) {
  const counts = new Map<number, number>();
  return {
    add: (value: number, count: number): void => {
      const bucket = Math.floor(value / width);
      counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    },
    told: (): ValueCounts => {
      const buckets = [...counts.keys()].sort((a, b) => a - b);
      const [first = 0, last = -1] = [buckets[0], buckets.at(-1)];
      const all = last - first < MOST_BUCKETS ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : buckets;
      return all.map((bucket) => [pythonFloat(bucket * width), counts.get(bucket) ?? 0]);
    },
  };
}

export const SCORE_WIDTH = 0.001;
