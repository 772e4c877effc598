import { type Bits, countBits, emptyBits, hasBit } from "@postil/domain/queue/bitmap";
import { BLOCK_SIZE, pickInOrder, placeOf, runOfBlock } from "@postil/domain/queue/places";
import { inChunks } from "../storage/parts.ts";
import type { MatchingBlocks } from "../storage/queue-pages.ts";

/** A set of records as bits by record number: one bit for each number that the dataset has given out. */
export type SeqSet = Bits;

/** An empty set for the numbers before `size`, in whole blocks. */
export const emptySet = (size: number): SeqSet => emptyBits(Math.ceil(size / BLOCK_SIZE) * BLOCK_SIZE);

export function setOf(size: number, seqs: readonly number[]): SeqSet {
  const set = emptySet(size);
  for (const seq of seqs) addTo(set, seq);
  return set;
}

export const addTo = (set: SeqSet, seq: number): void => {
  set[seq >> 5] = (set[seq >> 5] ?? 0) | (1 << (seq & 31));
};

export function fullSet(size: number): SeqSet {
  const set = emptySet(size);
  set.fill(-1, 0, size >> 5);
  if ((size & 31) !== 0) set[size >> 5] = ~(-1 << (size & 31));
  return set;
}

/** Visits the members in ascending order. */
export function eachMember(set: SeqSet, visit: (seq: number) => void): void {
  for (let word = 0; word < set.length; word++) {
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1) visit((word << 5) + 31 - Math.clz32(bits & -bits));
  }
}

/** The members in ascending order, as an array for large sets. */
export function numbersOf(set: SeqSet): Int32Array {
  const numbers = new Int32Array(countBits(set));
  let count = 0;
  eachMember(set, (seq) => {
    numbers[count++] = seq;
  });
  return numbers;
}

/** The members in ascending order. */
export function membersOf(set: SeqSet, from = 0, to: number = set.length << 5): number[] {
  const members: number[] = [];
  for (let word = from >> 5; word << 5 < to; word++) {
    for (let bits = set[word] ?? 0; bits !== 0; bits &= bits - 1)
      members.push((word << 5) + 31 - Math.clz32(bits & -bits));
  }
  return members;
}

/** The members in ascending order, in runs of some thousands: a list of millions takes more memory than the set. */
export function* runsOf(set: SeqSet): Generator<readonly number[]> {
  for (let from = 0; from < set.length << 5; from += BLOCK_SIZE) yield membersOf(set, from, from + BLOCK_SIZE);
}

/** The first members in ascending order. */
export function firstOf(set: SeqSet, count: number): readonly number[] {
  const first: number[] = [];
  for (const run of runsOf(set)) {
    first.push(...run.slice(0, count - first.length));
    if (first.length === count) break;
  }
  return first;
}

/** Removes from `set` everything that is not in `others`. */
export function keepAll(set: SeqSet, others: SeqSet): void {
  for (let word = 0; word < set.length; word++) set[word] = (set[word] ?? 0) & (others[word] ?? 0);
}

/** The set of all records in blocks of places. */
export async function setOfBlocks(size: number, { counts, bits }: MatchingBlocks): Promise<SeqSet> {
  const set = emptySet(size);
  const partial: number[] = [];
  for (const { block, count } of counts) {
    const from = runOfBlock(block) * BLOCK_SIZE;
    if (count === BLOCK_SIZE) set.fill(-1, from >> 5, (from + BLOCK_SIZE) >> 5);
    else partial.push(block);
  }
  await inChunks(partial, async (some) => {
    for (const [block, there] of await bits(some))
      for (const seq of pickInOrder(block, there, 0, BLOCK_SIZE)) addTo(set, seq);
  });
  return set;
}

/** Removes from `set` all records that are not in the blocks. Reads only blocks that have members of the set. */
export async function keepBlocks(set: SeqSet, { counts, bits }: MatchingBlocks): Promise<void> {
  const countOf = new Map(counts.map(({ block, count }) => [block, count]));
  const partial: number[] = [];
  for (let from = 0; from < set.length << 5; from += BLOCK_SIZE) {
    const { block } = placeOf(from);
    const count = countOf.get(block) ?? 0;
    if (count === 0) set.fill(0, from >> 5, (from + BLOCK_SIZE) >> 5);
    else if (count < BLOCK_SIZE && countBits(set, from, from + BLOCK_SIZE) > 0) partial.push(block);
  }
  await inChunks(partial, async (some) => {
    for (const [block, there] of await bits(some)) {
      const from = runOfBlock(block) * BLOCK_SIZE;
      for (const seq of membersOf(set, from, from + BLOCK_SIZE))
        if (!hasBit(there, placeOf(seq).spot)) set[seq >> 5] = (set[seq >> 5] ?? 0) & ~(1 << (seq & 31));
    }
  });
}

/** The reverse: a set as blocks of places, for pages that use blocks. */
export function blocksOfSet(set: SeqSet): MatchingBlocks {
  const runs = new Map<number, number>();
  const counts: { block: number; count: number }[] = [];
  for (let from = 0; from < set.length << 5; from += BLOCK_SIZE) {
    const count = countBits(set, from, from + BLOCK_SIZE);
    if (count === 0) continue;
    const { block } = placeOf(from);
    runs.set(block, from);
    counts.push({ block, count });
  }
  const bitsOf = (block: number): Bits => {
    const places = emptyBits(BLOCK_SIZE);
    const from = runs.get(block);
    if (from === undefined) return places;
    for (const seq of membersOf(set, from, from + BLOCK_SIZE)) addTo(places, placeOf(seq).spot);
    return places;
  };
  return { counts, bits: async (blocks) => new Map(blocks.map((block) => [block, bitsOf(block)])) };
}
