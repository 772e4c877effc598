import { hash } from "node:crypto";
import { canonicalJson } from "@postil/domain/text/json-text";

/**
 * What one server has of a dataset: counts by name, and for a sample of records a fingerprint of each of their parts. Both
 * servers are counted by the same rules, and compared (MIG-04).
 */
export type Tally = {
  readonly counts: { [what: string]: number };
  readonly sample: { [id: string]: Fingerprints };
};
type Fingerprints = { readonly [part: string]: string };

/** A record as it is counted: what it adds to the counts, and its parts by name. */
export type Counted = {
  readonly id: string;
  readonly counts: readonly string[];
  readonly parts: () => { readonly [part: string]: unknown };
};

/** Agents are counted one by one; a dataset may have as many as records. */
const MOST_COUNTS = 500;

export function count(tally: Tally, { counts }: Counted): void {
  const add = (what: string): void => {
    tally.counts[what] = (Object.hasOwn(tally.counts, what) ? (tally.counts[what] ?? 0) : 0) + 1;
  };
  add("records");
  const isFull = Object.keys(tally.counts).length >= MOST_COUNTS;
  for (const what of counts) add(isFull && !Object.hasOwn(tally.counts, what) ? "others" : what);
}

export function takeSample(tally: Tally, { id, parts }: Counted): void {
  tally.sample[id] = Object.fromEntries(
    Object.entries(parts()).map(([part, value]) => [part, hash("sha256", canonicalJson(value)).slice(0, 16)]),
  );
}

export type Comparison = {
  /** Of each count: what, there, here, and a note. */
  readonly rows: readonly (readonly [what: string, there: string, here: string, note: string])[];
  readonly agrees: boolean;
};

/** `changedHere`: how many values were left as people had changed or deleted them here; they explain what is missing. */
export function compare(there: Tally, here: Tally, changedHere: number): Comparison {
  let agrees = true;
  const rows = Object.entries(there.counts).map(([what, wanted]) => {
    const found = (Object.hasOwn(here.counts, what) && here.counts[what]) || 0;
    const missing = wanted - found;
    const isExplained = missing <= changedHere;
    if (!isExplained) agrees = false;
    const more = missing < 0 ? "more here" : "";
    return [
      what,
      shown(wanted),
      shown(found),
      missing > 0 ? (isExplained ? "changed here" : "MISSING") : more,
    ] as const;
  });
  const differing = differences(there, here);
  if (differing.length > 0) agrees = false;
  const size = Object.keys(there.sample).length;
  const same = size - new Set(differing.map(({ id }) => id)).size;
  const [first] = differing;
  const note = first ? `record ${first.id} DIFFERS: ${first.part}` : "";
  return { rows: [...rows, ["records of a sample, field by field", shown(size), shown(same), note]], agrees };
}

const shown = (number: number): string => number.toLocaleString("en");

/** The parts that are not here as they are there. What is only here was added here. */
const differences = (there: Tally, here: Tally) =>
  Object.entries(there.sample).flatMap(([id, parts]) => {
    const found = here.sample[id];
    if (!found) return [{ id, part: "it is not here" }];
    return Object.entries(parts).flatMap(([part, print]) => (found[part] === print ? [] : [{ id, part }]));
  });
