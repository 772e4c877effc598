/**
 * What four times the size may come to: it is 4 where the time grows as the size, up to 9 where what is larger does not fit a cache
 * that others use as well (measured), and 16 where it grows as the square.
 */
const MOST = 10;
const RUNS = 5;
const COMPARISONS = 3;
/** Less than this is noise, and fast enough at any size that is tested. */
const NOTICED_MS = 30;

/**
 * The least CPU time of a few runs: other work on the machine does not count, and what is collected in one run is not in all.
 * One that is less than `enough` ends them.
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

/** The figures of one comparison where `work` took more than in proportion to the size, else null. */
function compared(size: number, work: (size: number) => () => void): string | null {
  const large = leastCpuMs(work(4 * size), NOTICED_MS);
  if (large < NOTICED_MS) return null;
  const small = leastCpuMs(work(size), NOTICED_MS / MOST);
  return large > MOST * Math.max(small, NOTICED_MS / MOST)
    ? `${small.toFixed(1)} ms for ${size}, ${large.toFixed(1)} ms for ${4 * size}`
    : null;
}

/**
 * Whether `work` takes more than in proportion to the size: null if not, else the figures. What is quadratic takes too
 * long in each comparison; on a machine that was slow for a moment one is enough to show that it does not.
 */
export function growsTooFast(size: number, work: (size: number) => () => void): string | null {
  let figures = compared(size, work);
  for (let again = 1; again < COMPARISONS && figures !== null; again++) figures = compared(size, work);
  return figures;
}
