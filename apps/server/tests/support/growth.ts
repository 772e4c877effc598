/**
 * The most that four times the size may cost. The factor is 4 for linear growth and 16 for quadratic growth. It reaches
 * 9 when the larger input does not fit a shared cache (measured).
 */
const MOST = 10;
const RUNS = 5;
const COMPARISONS = 3;
/** A shorter time is noise, and fast enough at every tested size. */
const NOTICED_MS = 30;

/**
 * The least CPU time of a few runs. Other work on the machine does not count, and garbage collection does not hit every run.
 * A run below `enough` ends the series.
 */
function leastCpuMs(work: () => void, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least >= enough; run++) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** The figures of one comparison if `work` took more than in proportion to the size, else null. */
function compared(size: number, work: (size: number) => () => void): string | null {
  const large = leastCpuMs(work(4 * size), NOTICED_MS);
  if (large < NOTICED_MS) return null;
  const small = leastCpuMs(work(size), NOTICED_MS / MOST);
  return large > MOST * Math.max(small, NOTICED_MS / MOST)
    ? `${small.toFixed(1)} ms for ${size}, ${large.toFixed(1)} ms for ${4 * size}`
    : null;
}

/**
 * The figures if `work` takes more than in proportion to the size, else null. Quadratic work is too slow in every
 * comparison. On a machine that was slow for a moment, one good comparison proves that the work is not quadratic.
 */
export function growsTooFast(size: number, work: (size: number) => () => void): string | null {
  let figures = compared(size, work);
  for (let again = 1; again < COMPARISONS && figures !== null; again++) figures = compared(size, work);
  return figures;
}
