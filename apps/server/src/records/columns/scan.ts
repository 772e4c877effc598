import { countBits } from "@postil/domain/queue/bitmap";
import type { SeqSet } from "../seq-set.ts";
import type { NumberSlots, Slots } from "./slots.ts";

/**
 * The loops over a column, each in the way that runs fastest: by words of the set, so that where nothing is left nothing is
 * looked at.
 */

type AnySlots = NumberSlots | Slots<Uint16Array>;

/** Keeps the records of which a number lies between bounds. */
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

/** Keeps the records of which a number has a flag. */
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

/** Keeps the records of which a number passes a test, which nothing must not. */
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

/** Of each record the least of what its numbers count for; infinite where it has none. `keyOf` nothing is infinite too. */
export function leastOf(seqs: Int32Array, slots: AnySlots, keyOf: (value: number) => number): Float64Array {
  const { first, next, more, after } = slots;
  const { nothing } = slots.kind;
  const keys = new Float64Array(seqs.length);
  for (let i = 0; i < seqs.length; i++) keys[i] = keyOf(first[seqs[i] ?? 0] ?? nothing);
  if (!next) return keys;
  for (let i = 0; i < seqs.length; i++) {
    for (let place = next[seqs[i] ?? 0] ?? 0; place !== 0; place = after[place] ?? 0) {
      keys[i] = Math.min(keys[i] ?? 0, keyOf(more[place] ?? nothing));
    }
  }
  return keys;
}

/** Every number of a set of records. */
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

/** Whole numbers below this are counted in an array, others in a map, which takes ten times as long. */
const SMALL = 65_537;
/** Of fewer records all are counted in the map: to make the array and to go through it takes as long as to count some hundreds. */
const FEW = 512;

/** How many records of a set have each number. */
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
  // Where zero stands for nothing it is none of the numbers.
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
