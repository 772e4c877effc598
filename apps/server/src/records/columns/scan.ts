import { countBits } from "@postil/domain/queue/bitmap";
import type { SeqSet } from "../seq-set.ts";
import type { NumberSlots, Slots } from "./slots.ts";

/** The loops over a column, each in its fastest form: they run over the words of the set and skip empty words. */

type AnySlots = NumberSlots | Slots<Uint16Array>;

/** Keeps the records with a number within bounds. */
export function keepWithin(set: SeqSet, slots: NumberSlots, low: number, high: number): void {
  const from = Math.max(low, slots.kind.least);
  if (slots.next) return void keepPassing(set, slots, (value) => value >= from && value <= high);
  const { first } = slots;
  for (let word = 0; word < set.length; word++) {
    const before = set[word] ?? 0;
    let kept = before;
    for (let bits = before; bits !== 0; bits &= bits - 1) {
      const bit = 31 - Math.clz32(bits & -bits);
      const value = first[(word << 5) + bit] ?? Number.NaN;
      if (!(value >= from && value <= high)) kept &= ~(1 << bit);
    }
    set[word] = kept;
  }
}

/** Keeps the records with a number that is flagged. */
export function keepFlagged(set: SeqSet, slots: Slots<Uint16Array>, flags: Uint8Array): void {
  if (slots.next) return void keepPassing(set, slots, (code) => flags[code] === 1);
  const { first } = slots;
  for (let word = 0; word < set.length; word++) {
    const before = set[word] ?? 0;
    let kept = before;
    for (let bits = before; bits !== 0; bits &= bits - 1) {
      const bit = 31 - Math.clz32(bits & -bits);
      if (flags[first[(word << 5) + bit] ?? 0] !== 1) kept &= ~(1 << bit);
    }
    set[word] = kept;
  }
}

/** Keeps the records with a number that passes a test. The test must refuse the "nothing" value. */
export function keepPassing(set: SeqSet, slots: AnySlots, passes: (value: number) => boolean): void {
  const { first, next, more, after } = slots;
  const { nothing } = slots.kind;
  for (let word = 0; word < set.length; word++) {
    const before = set[word] ?? 0;
    let kept = before;
    for (let bits = before; bits !== 0; bits &= bits - 1) {
      const bit = 31 - Math.clz32(bits & -bits);
      const seq = (word << 5) + bit;
      let found = passes(first[seq] ?? nothing);
      for (let place = next?.[seq] ?? 0; place !== 0 && !found; place = after[place] ?? 0) {
        found = passes(more[place] ?? nothing);
      }
      if (!found) kept &= ~(1 << bit);
    }
    set[word] = kept;
  }
}

/** The sort key of a record, by its number. */
export type SortKeyOf = (seq: number) => number;

/**
 * The smallest key of a record's numbers; infinite if it has none. `keyOf` must also be infinite for "nothing". Keys are made
 * when they are compared: a list of all would be garbage of megabytes for each search, and its collection takes longer.
 */
export function leastOf({ first, next, more, after, kind }: AnySlots, keyOf: (value: number) => number): SortKeyOf {
  const { nothing } = kind;
  if (!next) return (seq) => keyOf(first[seq] ?? nothing);
  return (seq) => {
    let least = keyOf(first[seq] ?? nothing);
    for (let place = next[seq] ?? 0; place !== 0; place = after[place] ?? 0)
      least = Math.min(least, keyOf(more[place] ?? nothing));
    return least;
  };
}

export function forEachNumber(set: SeqSet, slots: AnySlots, visit: (number: number) => void): void {
  const { first, next, kind } = slots;
  for (let word = 0; word < set.length; word++) {
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const seq = (word << 5) + 31 - Math.clz32(bits & -bits);
      const number = first[seq] ?? kind.nothing;
      if (number >= kind.least) visit(number);
      if (next) eachFurther(slots, seq, visit);
    }
  }
}

/** Whole numbers below this are counted in an array; others are counted in a map, which takes ten times as long. */
const SMALL = 65_537;
/** For fewer records the map counts all numbers: creating and reading the array takes as long as counting some hundreds. */
const FEW = 512;

/** Number of records of a set for each number. */
export function countNumbers(set: SeqSet, slots: AnySlots): Map<number, number> {
  const { first, next } = slots;
  const { nothing } = slots.kind;
  const small = new Int32Array(countBits(set) < FEW ? 0 : SMALL);
  let most = 0;
  const others = new Map<number, number>();
  const addOther = (value: number) => {
    if (!Object.is(value, nothing)) others.set(value, (others.get(value) ?? 0) + 1);
  };
  for (let word = 0; word < set.length; word++) {
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const seq = (word << 5) + 31 - Math.clz32(bits & -bits);
      const value = first[seq] ?? nothing;
      const whole = value | 0;
      if (whole === value && whole >= 0 && whole < small.length) {
        small[whole] = (small[whole] ?? 0) + 1;
        if (whole > most) most = whole;
      } else addOther(value);
      if (next) eachFurther(slots, seq, addOther);
    }
  }
  // If zero means "nothing", it is not counted as a number.
  addSmall(others, small.subarray(0, most + 1), nothing === 0 ? 1 : 0);
  return others;
}

function eachFurther({ next, more, after, kind }: AnySlots, seq: number, visit: (value: number) => void): void {
  for (let place = next?.[seq] ?? 0; place !== 0; place = after[place] ?? 0) visit(more[place] ?? kind.nothing);
}

function addSmall(counts: Map<number, number>, small: Int32Array, from: number): void {
  for (let value = from; value < small.length; value++) {
    const count = small[value] ?? 0;
    if (count > 0) counts.set(value, count + (counts.get(value) ?? 0));
  }
}
