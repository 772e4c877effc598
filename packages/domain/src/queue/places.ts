import { type Bits, hasBit } from "./bitmap.ts";

/**
 * The place of a record on the circle that a user's queue goes round (FQU-07). The place is fixed and pseudo-random. It
 * is computed from the record's number in its dataset, and the number from the place, so nothing needs to be stored or
 * sorted. A place is a block on the circle and a spot in the block. Each run of 8192 consecutive records shares a
 * block, so one row of bits holds a fact about all of them (exists, answered). Blocks are spread over the circle.
 */
export const BLOCK_SIZE = 8192;
const BLOCKS = 1 << 18;
/** Records of a dataset are numbered from 0 to below this. */
export const MOST_RECORDS = BLOCKS * BLOCK_SIZE;

export type Place = { readonly block: number; readonly spot: number };

/** About 2^18 divided by the golden ratio, odd: consecutive runs land far apart on the circle. */
const SPREAD = 162_013;
const GATHER = inverse(SPREAD, BLOCKS);

/** The factor that undoes a multiplication by `odd` modulo a power of two. */
function inverse(odd: number, modulus: number): number {
  let found = odd;
  // Each round doubles the number of correct low bits, beginning with three.
  for (let bits = 3; bits < 32; bits *= 2) found = Math.imul(found, 2 - Math.imul(odd, found));
  return (found & (modulus - 1)) >>> 0;
}

const SPOTS = BLOCK_SIZE - 1;
const ROUNDS = 3;
/** Half the bits of a spot, rounded up: two folds by it give the original number. */
const FOLD = 7;

/** Lets every bit of a number affect all 32 bits (the finish of MurmurHash3). */
function mix(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

type Scramble = { readonly run: number; readonly factors: readonly number[]; readonly shifts: readonly number[] };

function makeScramble(run: number): Scramble {
  const keys = Array.from({ length: ROUNDS }, (_, round) => mix(Math.imul(run, ROUNDS) + round + 0x9e3779b9));
  return { run, factors: keys.map((key) => (key & SPOTS) | 1), shifts: keys.map((key) => key >>> 19) };
}

/** The last scramble in use. Records are written and read in runs, so it is often the next one too. */
let lastScramble = makeScramble(0);

/** The shuffle of one block. Each block has its own, so that the order of records differs between blocks. */
function scrambleOf(run: number): Scramble {
  if (lastScramble.run !== run) lastScramble = makeScramble(run);
  return lastScramble;
}

function scramble({ factors, shifts }: Scramble, position: number): number {
  let x = position;
  for (let round = 0; round < ROUNDS; round++) {
    x = (Math.imul(x, factors[round] ?? 1) + (shifts[round] ?? 0)) & SPOTS;
    x ^= x >>> FOLD;
  }
  return x;
}

function unscramble({ factors, shifts }: Scramble, spot: number): number {
  let x = spot;
  for (let round = ROUNDS - 1; round >= 0; round--) {
    x ^= x >>> FOLD;
    x = Math.imul(x - (shifts[round] ?? 0), inverse(factors[round] ?? 1, BLOCK_SIZE)) & SPOTS;
  }
  return x;
}

/** The place of the record with number `seq`, 0 to before {@link MOST_RECORDS}. */
export function placeOf(seq: number): Place {
  const run = Math.floor(seq / BLOCK_SIZE);
  return { block: blockOfRun(run), spot: scramble(scrambleOf(run), seq % BLOCK_SIZE) };
}

/** The number of the record at a place: the inverse of {@link placeOf}. */
export function seqAt({ block, spot }: Place): number {
  const run = runOfBlock(block);
  return run * BLOCK_SIZE + unscramble(scrambleOf(run), spot);
}

const blockOfRun = (run: number): number => (Math.imul(run, SPREAD) & (BLOCKS - 1)) >>> 0;

/** The run of 8192 consecutive records that a block holds. */
export const runOfBlock = (block: number): number => (Math.imul(block, GATHER) & (BLOCKS - 1)) >>> 0;

/** The numbers of a block's records in the order they were added: `take` of them after the first `skip`. */
export function pickInOrder(block: number, bits: Bits, skip: number, take: number): number[] {
  const run = runOfBlock(block);
  const shuffle = scrambleOf(run);
  const picked: number[] = [];
  let passed = 0;
  for (let position = 0; position < BLOCK_SIZE && picked.length < take; position++) {
    if (hasBit(bits, scramble(shuffle, position)) && passed++ >= skip) picked.push(run * BLOCK_SIZE + position);
  }
  return picked;
}

/** Where a user's round begins: computed from the id, it never changes, and users are spread. */
export function startOf(userId: string): Place {
  let hash = 0x811c9dc5;
  for (let i = 0; i < userId.length; i++) hash = Math.imul(hash ^ userId.charCodeAt(i), 0x01000193);
  const spread = mix(hash);
  return { block: spread >>> 14, spot: spread & SPOTS };
}

/** A user's round of the circle of places. It is cut into pages by counts alone (FQU-07). */

export type BlockCount = { readonly block: number; readonly count: number };

/** A stretch of spots of one block, `from` to before `to`, with its number of matching records. */
type Stretch = BlockCount & { readonly from: number; readonly to: number };

/** The part of a stretch that belongs to a page: `take` matching records after the first `skip`. */
type Slice = Stretch & { readonly skip: number; readonly take: number };

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

/** The stretches of a page. Costs one step per stretch before the page, none per record. */
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
