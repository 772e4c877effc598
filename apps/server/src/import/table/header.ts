import { StartFailure } from "../../start-failure.ts";
import { LABEL_NAMES, TEXT_NAMES } from "../classify.ts";
import { mayBeId, numberOf } from "../columns.ts";
import { excerpt } from "../excerpt.ts";
import { isMeasure } from "../measures.ts";

/** What the first line of a table is. */

type Cells = readonly string[];

/** Why it looks like a record, in words that go on; null where it looks like names. */
export function whyNoHeader(rows: readonly Cells[]): string | null {
  const [first = [], ...others] = rows;
  if (others.length === 0 || first.some(isUsual)) return null;
  for (const [at, given] of first.entries()) {
    const cell = given.trim();
    const below = others.map((row) => row[at]?.trim() ?? "").filter((one) => one !== "");
    if (cell === "" || below.length === 0) continue;
    if (below.includes(cell)) return `${excerpt(cell)} stands in its column below, too`;
    if (isWritten(cell)) return `${excerpt(cell)} reads like a text`;
    if (isCounted(first)) continue;
    const measures = below.filter(isMeasured).length;
    if (isMeasured(cell) && measures === below.length) return `${excerpt(cell)} is of the kind of what stands below it`;
  }
  return null;
}

const isUsual = (name: string): boolean => {
  const known = name.trim().toLowerCase();
  return LABEL_NAMES.includes(known) || TEXT_NAMES.has(known) || mayBeId(known);
};
const isWritten = (cell: string) => cell.split(/\s+/).length > 12 || /^\S+(?:\s+\S+){2,}[.!]$/.test(cell);
const isMeasured = (cell: string) => numberOf(cell) !== null || isMeasure(cell);
/** As pandas names columns that have no names. */
const isCounted = (first: Cells) =>
  first.filter((cell) => cell !== "").every((cell, at) => cell === String(at)) && first.length > 1;

/** The names as they stand there; where one has none, it gets one. */
export function namesOfHeader(first: Cells): string[] {
  const taken = new Set(first.map((name) => name.trim()));
  const names = first.map((given, at) => {
    const name = given.trim();
    if (name !== "") return name;
    // What pandas writes in front is the index.
    return at === 0 && !taken.has("index") ? "index" : freeName(taken, `column_${at + 1}`);
  });
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return names;
  throw new StartFailure(
    `Two columns of the file have the name "${twice}". Say --header --names a,b,... to name all of them.`,
  );
}

function freeName(taken: ReadonlySet<string>, name: string): string {
  return taken.has(name) ? freeName(taken, `${name}_`) : name;
}

export const chosenNames = (count: number): string[] => Array.from({ length: count }, (_, at) => `column_${at + 1}`);
