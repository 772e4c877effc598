import { SingleBar } from "cli-progress";
import { GivenUp } from "../client/unfinished.ts";
import { type BadLine, likenessOf } from "../import/check-rows.ts";
import { counted, type RowNumbers } from "../import/row.ts";
import type { Surroundings } from "./command.ts";

/** Of lines with the same kind of fault, only this number are shown. */
const SHOWN_ALIKE = 3;
/** Further line numbers are only counted. So are further kinds of faults. */
const NUMBERS_SHOWN = 20;
const KINDS_SHOWN = 100;

type Bad = { readonly bad: readonly BadLine[]; readonly numbers: RowNumbers };

export function tellBadLines({ bad, numbers }: Bad, { complain }: Surroundings): void {
  if (bad.length === 0) return;
  complain(`${counted(bad.length, `bad ${numbers}`)}:`);
  const kinds = [...Map.groupBy(bad, ({ fault }) => likenessOf(fault)).values()];
  for (const alike of kinds.slice(0, KINDS_SHOWN)) {
    for (const { line, fault } of alike.slice(0, SHOWN_ALIKE)) complain(`  ${numbers} ${line}: ${fault}`);
    const others = alike.slice(SHOWN_ALIKE);
    if (others.length === 0) continue;
    const lines = others.slice(0, NUMBERS_SHOWN).map(({ line }) => line);
    complain(
      `  ... and ${others.length.toLocaleString("en")} more like this: ${numbers}${lines.length === 1 ? "" : "s"} ${lines.join(", ")}${others.length > lines.length ? " ..." : ""}`,
    );
  }
  const left = kinds.slice(KINDS_SHOWN).flat().length;
  if (left > 0) complain(`  ... and ${left.toLocaleString("en")} more of other kinds`);
}

type Refusable = Bad & {
  readonly asked: readonly string[];
  /** Those of `asked` that are not about labels. */
  readonly unsaid?: readonly string[];
};

/** True if the import must stop. Prints the reasons: bad lines, and choices that only the user can make. */
export function isRefused(
  { asked, unsaid = [], bad, numbers }: Refusable,
  { skipBad }: { readonly skipBad: boolean },
  around: Surroundings,
): boolean {
  tellBadLines({ bad, numbers }, around);
  for (const question of asked) around.complain(question);
  if (bad.length > 0 && !skipBad)
    around.complain(`Nothing was imported. Mend these ${numbers}s, or leave them out with --skip-bad.`);
  if (asked.length > 0)
    around.complain(
      asked.length > unsaid.length
        ? "Nothing was imported. Say what these labels are, or --as-written to take each as it stands."
        : "Nothing was imported. Say what is asked, and import the file again.",
    );
  return asked.length > 0 || (bad.length > 0 && !skipBad);
}

/** The outcome for all rows of a file. */
type Tally = {
  readonly read: number;
  readonly stored: number;
  readonly refused: number;
  /** Rows of an export that only describe the dataset. */
  readonly silent: number;
  /** Rows that went into the record of an earlier row. */
  readonly merged?: number;
};

/** Prints the outcome for all rows. Returns false if the numbers do not add up. */
export function tellTally(
  { read, stored, refused, silent, merged = 0 }: Tally,
  { print, complain }: Surroundings,
): boolean {
  const count = (number: number) => number.toLocaleString("en");
  const rest = silent === 0 ? "" : `, ${count(silent)} that ${silent === 1 ? "tells" : "tell"} of the dataset alone`;
  const also = merged === 0 ? "" : `, ${count(merged)} merged into the records of earlier rows`;
  const words = `Rows: ${count(read)} read; ${count(stored)} stored, ${count(refused)} left out as bad${also}${rest}.`;
  if (stored + refused + silent + merged === read) {
    print(words);
    return true;
  }
  complain(`${words} These do not add up: look at the dataset before you use it.`);
  return false;
}

/** Shown only on a terminal. */
export function progressBar(total: number, what = "records"): Pick<SingleBar, "update" | "setTotal" | "stop"> {
  const bar = new SingleBar({
    format: `  {bar} {percentage}% · {value} of {total} ${what} · {eta_formatted} left`,
    hideCursor: true,
  });
  if (process.stderr.isTTY) bar.start(total, 0);
  return bar;
}

/**
 * Runs an import that can be given up: `givenUp` is true after the first Ctrl-C; the second ends the process at once. Returns
 * the exit code.
 */
export async function untilGivenUp(
  { complain }: Surroundings,
  says: (error: GivenUp) => readonly string[],
  work: (givenUp: () => boolean) => Promise<number>,
): Promise<number> {
  let came = false;
  const hear = () => {
    came = true;
    process.removeListener("SIGINT", hear);
    process.removeListener("SIGTERM", hear);
  };
  process.on("SIGINT", hear).on("SIGTERM", hear);
  try {
    return await work(() => came);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    for (const line of says(error)) complain(line);
    return 130;
  } finally {
    hear();
  }
}
