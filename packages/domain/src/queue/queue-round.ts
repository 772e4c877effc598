import { BLOCK_SIZE, type Place } from "./places.ts";

/** A user's round of the circle of places, cut into pages by counts alone (FQU-07). */

/** How many matching records a block holds. */
export type BlockCount = { readonly block: number; readonly count: number };

/** A stretch of spots of one block, `from` to before `to`, and how many matching records lie in it. */
export type Stretch = BlockCount & { readonly from: number; readonly to: number };

/** What of a stretch belongs to a page: `take` matching records after the first `skip`. */
export type Slice = Stretch & { readonly skip: number; readonly take: number };

/**
 * The round from `home`, the place where it begins: on from there to the end of the circle, then from its beginning, and
 * last what stands before home in home's own block. `head` is the number of matching records in that block from home on.
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

/**
 * How much a match counts for a user, above 0 to 1: more the sooner its spot comes after the user's own. Spots of every
 * block are spread, so annotators of a small dataset too begin at different records (FQU-07).
 */
export const weightOf = (start: Place, place: Place): number =>
  1 - ((place.spot - start.spot + BLOCK_SIZE) % BLOCK_SIZE) / BLOCK_SIZE;
