/** The times of many runs of the same work, ms. */
export type Stats = {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
};

export function stats(samples: readonly number[]): Stats {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Runs `work` again and again and times each run. The first runs fill the caches and do not count. */
export async function timed(runs: number, work: (run: number) => Promise<unknown> | unknown): Promise<Stats> {
  const warmUp = Math.min(50, Math.ceil(runs / 5));
  const samples: number[] = [];
  for (let run = -warmUp; run < runs; run++) {
    const begun = performance.now();
    await work(run + warmUp);
    if (run >= 0) samples.push(performance.now() - begun);
  }
  return stats(samples);
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
