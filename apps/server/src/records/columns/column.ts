import type { Held } from "../../storage/engine-values.ts";
import type { Stretch } from "../../storage/parts.ts";
import { type Demand, isWithin } from "../../storage/value-sources.ts";
import type { SeqSet } from "../seq-set.ts";
import { createDictionary } from "./dictionary.ts";
import { countNumbers, forEachNumber, keepFlagged, keepPassing, keepWithin, leastOf, type SortKeyOf } from "./scan.ts";
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
 * The values of records for one target, in memory by record number: four bytes per record for whole numbers, eight for other
 * numbers, two for terms, which are codes of a dictionary. A test of a hundred thousand records takes a fraction of a
 * millisecond, whatever share of them passes.
 */
export type Column = {
  readonly bytes: () => number;
  /** True if the column has too many distinct terms to keep it in memory. */
  readonly isTooVarious: () => boolean;
  /** Stores values of records. Old values of these records must be cleared before. */
  readonly put: (held: Held) => void;
  readonly clear: (stretch: Stretch) => void;
  /** Makes room for records before `size`. */
  readonly widen: (size: number) => void;
  /** Keeps only the records of a set that have a value that meets a demand. */
  readonly keep: (set: SeqSet, demand: Demand) => void;
  /**
   * The sort key of a record, the smallest first. If a record has several values, the first one in sort order counts; a record
   * without a value comes last.
   */
  readonly sortKey: (descending: boolean) => SortKeyOf;
  /** Visits every number of a set of records, in no order; does nothing for terms. */
  readonly each: (set: SeqSet, visit: (number: number) => void) => void;
  /** Number of records of a set for each value. */
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
    sortKey: (descending) => {
      const sign = descending ? -1 : 1;
      const { least } = slots.kind;
      return leastOf(slots, (value) => (value >= least ? sign * value : Number.POSITIVE_INFINITY));
    },
    each: (set, visit) => forEachNumber(set, slots, visit),
    count: (set) => countNumbers(set, slots),
  };
}

const isWhole = (value: number): boolean => (value | 0) === value && value >= WHOLE.least;

/** Maximum number of terms: each term costs a hundred bytes and time for sorting. Its code has two bytes. */
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
    sortKey: (descending) => {
      const ranks = dictionary.ranks();
      const sign = descending ? -1 : 1;
      return leastOf(slots, (code) => (code === 0 ? Number.POSITIVE_INFINITY : sign * (ranks[code] ?? 0)));
    },
    each: () => {},
    count: (set) => {
      const counts = countNumbers(set, slots);
      return new Map([...counts].map(([code, count]) => [dictionary.termOf(code), count]));
    },
  };
}
