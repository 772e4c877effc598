import { BLOCK_SIZE, type Place } from "./places.ts";

/** A user's round of the circle of places, cut into pages by counts alone (FQU-07). */

/** How many matching records a block holds. */
export type BlockCount = { readonly block: number; readonly count: number };

/** A stretch of spots of one block, `from` to before `to`, and how many matching records lie in it. */
export type Stretch = BlockCount & { readonly from: number; readonly to: number };

/** What of a stretch belongs to a page: `take` matching records after the first `skip`. */
export type Slice = Stretch & { readonly skip: number; readonly take: number };

/** The blocks in the order of the round: the first at or after the start, so on to the end, then from the beginning. */
export function blocksOfRound(blocks: readonly BlockCount[], start: Place): BlockCount[] {
  const ascending = [...blocks].sort((a, b) => a.block - b.block);
  const first = ascending.findIndex(({ block }) => block >= start.block);
  return first <= 0 ? ascending : [...ascending.slice(first), ...ascending.slice(0, first)];
}

/**
 * The whole round: it begins in the middle of its first block and ends with the rest of it.
 * `head` is the number of matching records in the first block from `spot` on.
 */
export function stretchesOfRound(round: readonly BlockCount[], spot: number, head: number): Stretch[] {
  const [first, ...others] = round;
  if (!first) return [];
  return [
    { block: first.block, from: spot, to: BLOCK_SIZE, count: head },
    ...others.map(({ block, count }) => ({ block, from: 0, to: BLOCK_SIZE, count })),
    { block: first.block, from: 0, to: spot, count: first.count - head },
  ];
}

/** The stretches a page touches, with what to take of each. Costs a step per stretch before the page, none per record. */
export function slicesOfPage(stretches: readonly Stretch[], offset: number, limit: number): Slice[] {
  const slices: Slice[] = [];
  let skip = offset;
  let left = limit;
  for (const stretch of stretches) {
    if (left === 0) break;
    if (skip >= stretch.count) {
      skip -= stretch.count;
      continue;
    }
    const take = Math.min(left, stretch.count - skip);
    slices.push({ ...stretch, skip, take });
    left -= take;
    skip = 0;
  }
  return slices;
}
