import type { NumberSums } from "./aggregations.ts";

/** Sums up numbers, each counted `times` times. */
export function createSums() {
  let [count, min, max, sum, sumOfSquares] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  return {
    add: (value: number, times: number): void => {
      count += times;
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value * times;
      sumOfSquares += value * value * times;
    },
    result: (): NumberSums => ({ count, min, max, sum, sumOfSquares }),
  };
}

/**
 * The spread of numbers around their mean: as the whole population, and as a sample. A sample needs at least two
 * numbers; else null.
 */
export type Spread = { readonly variance: number; readonly deviation: number; readonly sample: SampleSpread | null };
type SampleSpread = { readonly variance: number; readonly deviation: number };

/** Needs at least one number. */
export function spreadOf({ count, sum, sumOfSquares }: NumberSums): Spread {
  const squares = Math.max(0, sumOfSquares - (sum * sum) / count);
  const variance = squares / count;
  const sampled = squares / (count - 1);
  return {
    variance,
    deviation: Math.sqrt(variance),
    sample: count > 1 ? { variance: sampled, deviation: Math.sqrt(sampled) } : null,
  };
}
