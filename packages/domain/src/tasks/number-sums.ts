import type { NumberSums } from "./aggregations.ts";

/** Adds numbers up, each as often as it comes. */
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

/** How far numbers lie from their mean: of them as they are, and as a sample, which takes two at least (null). */
export type Spread = { readonly variance: number; readonly deviation: number; readonly sample: SampleSpread | null };
type SampleSpread = { readonly variance: number; readonly deviation: number };

/** Of at least one number. */
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
