import { SingleBar } from "cli-progress";
import type { BadLine } from "../import/check-rows.ts";
import type { Surroundings } from "./command.ts";

/** What an import says while it runs, and how it hears that it is to stop. */

/** More than this many are only counted. */
const BAD_LINES_SHOWN = 1000;

export function tellBadLines(bad: readonly BadLine[], { complain }: Surroundings): void {
  if (bad.length === 0) return;
  complain(`${bad.length.toLocaleString("en")} bad ${bad.length === 1 ? "line" : "lines"}:`);
  for (const { line, fault } of bad.slice(0, BAD_LINES_SHOWN)) complain(`  line ${line}: ${fault}`);
  if (bad.length > BAD_LINES_SHOWN) complain(`  ... and ${(bad.length - BAD_LINES_SHOWN).toLocaleString("en")} more`);
}

/** Drawn only where somebody looks. */
export function progressBar(total: number): Pick<SingleBar, "update" | "stop"> {
  const bar = new SingleBar({
    format: "  {bar} {percentage}% · {value} of {total} records · {eta_formatted} left",
    hideCursor: true,
    noTTYOutput: false,
  });
  if (process.stderr.isTTY) bar.start(total, 0);
  return bar;
}

/** The first Ctrl-C takes back what was made so far; the second ends the process as it is. */
export function listenForInterruption() {
  let came = false;
  const hear = () => {
    came = true;
    process.removeListener("SIGINT", hear);
    process.removeListener("SIGTERM", hear);
  };
  process.on("SIGINT", hear).on("SIGTERM", hear);
  return { came: () => came, stop: hear };
}
