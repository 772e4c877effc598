import { BLOCK_SIZE, type Place } from "./places.ts";

/** A user's round of the circle of places. It is cut into pages by counts alone (FQU-07). */

/** A block with its number of matching records. */
export type BlockCount = { readonly block: number; readonly count: number };

/** A stretch of spots of one block, `from` to before `to`, with its number of matching records. */
export type Stretch = BlockCount & { readonly from: number; readonly to: number };

/** The part of a stretch that belongs to a page: `take` matching records after the first `skip`. */
export type Slice = Stretch & { readonly skip: number; readonly take: number };

/**
 * The stretches of the round that begins at the place `home`: from there to the end of the circle, then from its
 * beginning, and at last the part of home's own block before home. `head` is the number of matching records in that
 * block from home on.
 */
export function stretchesOfRound(blocks: readonly BlockCount[], home: Place, head: number): Stretch[] {
  const whole = (counts: readonly BlockCount[]) => counts.map((count) => ({ ...count, from: 0, to: BLOCK_SIZE }));
  const ascending = [...blocks].sort((a, b) => a.block - b.block);
  const own = ascending.find(({ block }) => block === home.block);
  const others = [
    ...ascending.filter(({ block }) => block > home.block),
    ...ascending.filter(({ block }) => block < home.block),
  ];
  if (!own) return whole(others);
  return [
    { block: own.block, from: home.spot, to: BLOCK_SIZE, count: head },
    ...whole(others),
    { block: own.block, from: 0, to: home.spot, count: own.count - head },
  ];
}

/**
 * The stretches that a page touches, with the part to take of each. Costs one step per stretch before the page, none
 * per record.
 */
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

/**
 * The weight of a match for a user, above 0 and at most 1: the sooner its spot comes after the user's own, the larger
 * it is. Spots are spread within every block, so annotators begin at different records even in a small dataset
 * (FQU-07).
 */
export const weightOf = (start: Place, place: Place): number =>
  1 - ((place.spot - start.spot + BLOCK_SIZE) % BLOCK_SIZE) / BLOCK_SIZE;
