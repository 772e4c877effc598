import type { Stretch } from "../../storage/sqlite/changed-blocks.ts";
import type { Held } from "../../storage/sqlite/column-values.ts";
import { type Demand, isWithin } from "../../storage/value-demand.ts";
import type { SeqSet } from "../seq-set.ts";
import { createDictionary } from "./dictionary.ts";
import { countNumbers, forEachNumber, keepFlagged, keepPassing, keepWithin, leastOf } from "./scan.ts";
import {
  bytesOfSlots,
  CODES,
  clearSlots,
  createSlots,
  inFractions,
  type NumberSlots,
  putNumber,
  type Slots,
  WHOLE,
  widenSlots,
} from "./slots.ts";

/**
 * What records hold for one target, in memory by their numbers: four bytes a record for whole numbers, eight for others, two for
 * terms, which are numbers of a dictionary. To ask a hundred thousand records takes a fraction of a millisecond, whatever share
 * of them passes.
 */
export type Column = {
  readonly bytes: () => number;
  /** Whether it has more different terms than are worth a place in memory. */
  readonly isTooVarious: () => boolean;
  /** Takes in what records hold; of those it was told of before, what it held must have been cleared. */
  readonly put: (held: Held) => void;
  readonly clear: (stretch: Stretch) => void;
  /** Makes room for records before `size`. */
  readonly widen: (size: number) => void;
  /** Keeps in a set the records that have a value that meets a demand. */
  readonly keep: (set: SeqSet, demand: Demand) => void;
  /** What to sort records by, the least first: of several values the first in the direction counts, none comes last. */
  readonly sortKeys: (seqs: Int32Array, descending: boolean) => Float64Array;
  /** Every number that a set of records holds, in no order; of terms none. */
  readonly each: (set: SeqSet, visit: (number: number) => void) => void;
  /** How many records of a set have each value. */
  readonly count: (set: SeqSet) => ReadonlyMap<string | number, number>;
};

export function createNumberColumn(size: number): Column {
  let whole: Slots<Int32Array> | null = createSlots(WHOLE, size);
  let slots: NumberSlots = whole;
  const put = (seq: number, value: number) => {
    if (whole && !isWhole(value)) {
      slots = inFractions(whole);
      whole = null;
    }
    putNumber(slots, seq, value);
  };
  return {
    bytes: () => bytesOfSlots(slots),
    isTooVarious: () => false,
    put: ({ seqs, values }) => {
      for (let i = 0; i < seqs.length; i++) put(seqs[i] ?? 0, Number(values[i]));
    },
    clear: (stretch) => clearSlots(slots, stretch),
    widen: (wanted) => widenSlots<Int32Array | Float64Array>(slots, wanted),
    keep: (set, { values, low, high }) => {
      if (values === null && low?.inclusive !== false && high?.inclusive !== false) {
        const [least, most] = [low?.value ?? Number.NEGATIVE_INFINITY, high?.value ?? Number.POSITIVE_INFINITY];
        return keepWithin(set, slots, Number(least), Number(most));
      }
      const wanted = values && new Set(values);
      const { least } = slots.kind;
      const bounds = low || high ? { low, high } : null;
      keepPassing(
        set,
        slots,
        (value) => value >= least && (!wanted || wanted.has(value)) && (!bounds || isWithin(bounds, value)),
      );
    },
    sortKeys: (seqs, descending) => {
      const sign = descending ? -1 : 1;
      const { least } = slots.kind;
      return leastOf(seqs, slots, (value) => (value >= least ? sign * value : Number.POSITIVE_INFINITY));
    },
    each: (set, visit) => forEachNumber(set, slots, visit),
    count: (set) => countNumbers(set, slots),
  };
}

const isWhole = (value: number): boolean => (value | 0) === value && value >= WHOLE.least;

/** Each term costs a hundred bytes, and putting them in order time. Its number has two bytes. */
const MOST_TERMS = 65_535;

export function createTermColumn(size: number): Column {
  const slots = createSlots(CODES, size);
  const dictionary = createDictionary();
  return {
    bytes: () => bytesOfSlots(slots) + dictionary.bytes(),
    isTooVarious: () => dictionary.size() > MOST_TERMS,
    put: ({ seqs, values }) => {
      for (let i = 0; i < seqs.length && dictionary.size() <= MOST_TERMS; i++)
        putNumber(slots, seqs[i] ?? 0, dictionary.add(String(values[i])));
    },
    clear: (stretch) => clearSlots(slots, stretch),
    widen: (wanted) => widenSlots(slots, wanted),
    keep: (set, demand) => keepFlagged(set, slots, dictionary.meeting(demand)),
    sortKeys: (seqs, descending) => {
      const ranks = dictionary.ranks();
      const sign = descending ? -1 : 1;
      return leastOf(seqs, slots, (code) => (code === 0 ? Number.POSITIVE_INFINITY : sign * (ranks[code] ?? 0)));
    },
    each: () => {},
    count: (set) => {
      const counts = countNumbers(set, slots);
      return new Map([...counts].map(([code, count]) => [dictionary.termOf(code), count]));
    },
  };
}
