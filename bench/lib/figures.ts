import type { Figure } from "./report.ts";
import { ms, type Stats } from "./stats.ts";

/** Figures that several benches have. */

const MOST_PING_MS = 25;

export const grouped = (number: number): string => Math.round(number).toLocaleString("en");

type Rate = {
  readonly what: string;
  /** What is counted: rows, records. */
  readonly unit: string;
  readonly rate: number;
  readonly least: number;
  readonly floor?: string;
};

export const rateFigure = ({ what, unit, rate, least, floor }: Rate): Figure => ({
  what,
  figure: `${grouped(rate)} ${unit}/s`,
  ...(floor === undefined ? {} : { floor }),
  target: `at least ${grouped(least)} ${unit}/s`,
  met: rate >= least,
});

export const pingFigure = (what: string, pings: Stats): Figure => ({
  what: `${what}, ping beside it`,
  figure: `p50 ${ms(pings.p50)}, p99 ${ms(pings.p99)}, longest ${ms(pings.max)}`,
  target: `p99 under ${MOST_PING_MS} ms`,
  met: pings.p99 < MOST_PING_MS,
});

/** Prints figures at once: the benches take minutes. */
export function told(figures: readonly Figure[]): readonly Figure[] {
  for (const { what, figure, floor, target, met } of figures)
    console.log(`   ${met ? "  " : "!!"} ${what}: ${figure}${floor ? ` (floor ${floor})` : ""}; ${target}`);
  return figures;
}
