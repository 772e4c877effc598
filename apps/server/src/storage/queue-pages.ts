import { addAll, type Bits, countBits, emptyBits, pickBits, removeAll } from "@postil/domain/queue/bitmap";
import {
  BLOCK_SIZE,
  type BlockCount,
  type Place,
  pickInOrder,
  runOfBlock,
  seqAt,
  slicesOfPage,
  startOf,
  stretchesOfRound,
} from "@postil/domain/queue/places";
import type { RecordStatus, ResponseStatus } from "@postil/domain/records/labeled-record";
import { bitsOf } from "./blocks.ts";
import { compiled } from "./compiled.ts";
import { rowsOf } from "./statements.ts";
import type { Db, Seqs } from "./tables.ts";
import { together } from "./together.ts";

/** Some records: those on which the responses of one user, or of any user (null), have one of the statuses. */
type Matching = {
  readonly datasetKey: number;
  readonly userKey: number | null;
  /** Empty means every record. */
  readonly statuses: readonly RecordStatus[];
};

type BitsOfBlocks = ReadonlyMap<number, Bits>;
/** The blocks with matching records, in no order, and a function for the bits of some blocks, which are read together. */
export type MatchingBlocks = {
  readonly counts: readonly BlockCount[];
  /** The blocks that have any record; absent if they were not needed. */
  readonly live?: readonly BlockCount[];
  readonly bits: (blocks: readonly number[]) => Promise<BitsOfBlocks>;
};

const RESPONDED: readonly ResponseStatus[] = ["draft", "submitted", "discarded"];

const liveCounts = compiled((db, datasetKey: number) =>
  db.selectFrom("live_block").select(["block", "count"]).where("dataset_key", "=", datasetKey),
);

const liveBits = compiled((db, datasetKey: number, blocks: readonly number[]) =>
  rowsOf(db, "live_block", { dataset_key: datasetKey }).select(["block", "bits"]).where("block", "in", blocks),
);

const answeredCounts = compiled((db, datasetKey: number, userKey: number | null, statuses: readonly ResponseStatus[]) =>
  rowsOf(db, "answered_block", { dataset_key: datasetKey })
    .select(["block", "count"])
    .where("user_key", "=", userKey)
    .where("status", "in", statuses),
);

const answeredBits = compiled(
  (db, datasetKey: number, userKey: number | null, statuses: readonly ResponseStatus[], blocks: readonly number[]) =>
    rowsOf(db, "answered_block", { dataset_key: datasetKey })
      .select(["block", "bits"])
      .where("user_key", "=", userKey)
      .where("status", "in", statuses)
      .where("block", "in", blocks),
);

/** Finds the blocks from the bitmaps; the meaning of each status is in contract search-semantics 2.2. */
export async function matchingBlocks(db: Db, matching: Matching): Promise<MatchingBlocks> {
  const { userKey, statuses } = matching;
  const all = statuses.length === 0 || statuses.length > RESPONDED.length;
  if (all) return ownBlocks(db, matching, { fromAll: true, responses: [] });
  if (userKey === null) return anybodysBlocks(db, matching);
  const fromAll = statuses.includes("pending");
  return ownBlocks(db, matching, {
    fromAll,
    responses: RESPONDED.filter((status) => statuses.includes(status) !== fromAll),
  });
}

/** For one user a record has one status, so counts can be added: all records minus some, or a sum of some. */
type Combination = { readonly fromAll: boolean; readonly responses: readonly ResponseStatus[] };

async function ownBlocks(
  db: Db,
  { datasetKey, userKey }: Matching,
  { fromAll, responses }: Combination,
): Promise<MatchingBlocks> {
  const [live, answered] = await together([
    liveCounts(db, datasetKey),
    responses.length > 0 ? answeredCounts(db, datasetKey, userKey, responses) : [],
  ]);
  const counts = new Map(fromAll ? live.map(({ block, count }) => [block, count]) : []);
  for (const { block, count } of answered) counts.set(block, (counts.get(block) ?? 0) + (fromAll ? -count : count));
  const bits = async (blocks: readonly number[]): Promise<BitsOfBlocks> => {
    const found = noBits(blocks);
    if (blocks.length === 0) return found;
    const [there, said] = await together([
      fromAll ? liveBits(db, datasetKey, blocks) : [],
      responses.length > 0 ? answeredBits(db, datasetKey, userKey, responses, blocks) : [],
    ]);
    for (const { block, bits } of there) found.set(block, bitsOf(bits));
    for (const { block, bits } of said) (fromAll ? removeAll : addAll)(bitsIn(found, block), bitsOf(bits));
    return found;
  };
  const occupied = [...counts].flatMap(([block, count]) => (count > 0 ? { block, count } : []));
  return { counts: occupied, live, bits };
}

const noBits = (blocks: readonly number[]) => new Map(blocks.map((block) => [block, emptyBits(BLOCK_SIZE)]));
const bitsIn = (found: BitsOfBlocks, block: number): Bits => found.get(block) ?? emptyBits(BLOCK_SIZE);

/** For all users a record may have several statuses, so their bitmaps are combined: 1 kB per user, status and block. */
async function anybodysBlocks(db: Db, { datasetKey, statuses }: Matching): Promise<MatchingBlocks> {
  const [live, answered] = await together([
    rowsOf(db, "live_block", { dataset_key: datasetKey }).select(["block", "count", "bits"]).execute(),
    rowsOf(db, "answered_block", { dataset_key: datasetKey }).select(["block", "status", "bits"]).execute(),
  ]);
  const found = new Map<number, Bits>();
  for (const { block, bits } of live) {
    found.set(block, statuses.includes("pending") ? bitsOf(bits) : emptyBits(BLOCK_SIZE));
  }
  for (const { block, bits } of answered) removeAll(bitsIn(found, block), bitsOf(bits));
  for (const { block, status, bits } of answered) {
    if (statuses.includes(status)) addAll(bitsIn(found, block), bitsOf(bits));
  }
  const counts = [...found].map(([block, bits]) => ({ block, count: countBits(bits) }));
  return {
    counts: counts.filter(({ count }) => count > 0),
    live,
    bits: async () => found,
  };
}

/** Pages of record numbers from the bitmaps: a step per block for any offset; only the page's blocks are read. */

/** Record numbers in page order, and the number of records on all pages. */
type Page = { readonly seqs: Seqs; readonly total: number };
type PageWindow = { readonly offset: number; readonly limit: number };

const sum = (counts: readonly BlockCount[]) => counts.reduce((total, { count }) => total + count, 0);

/**
 * The start of a user's order: the user's start place, or the first block after it that has a record. It does not depend on
 * the user's answers, so the order does not change while the user works through the queue.
 */
async function homeOf(db: Db, datasetKey: number, { live }: MatchingBlocks, userId: string): Promise<Place> {
  const start = startOf(userId);
  const blocks = (live ?? (await liveCounts(db, datasetKey))).flatMap(({ block, count }) => (count > 0 ? block : []));
  const after = blocks.filter((block) => block >= start.block);
  const among = after.length > 0 ? after : blocks;
  return { block: among.length > 0 ? Math.min(...among) : start.block, spot: start.spot };
}

/** A page in a user's own order: all places in a circle from that user's start (FQU-07). */
export async function pageOfRound(
  db: Db,
  datasetKey: number,
  blocks: MatchingBlocks,
  userId: string,
  { offset, limit }: PageWindow,
): Promise<Page> {
  const { counts, bits } = blocks;
  if (counts.length === 0) return { seqs: [], total: 0 };
  const home = await homeOf(db, datasetKey, blocks, userId);
  const atHome = await bits([home.block]);
  const stretches = stretchesOfRound(counts, home, countBits(bitsIn(atHome, home.block), home.spot));
  const slices = slicesOfPage(stretches, offset, limit);
  const elsewhere = await bits([...new Set(slices.map(({ block }) => block))].filter((block) => block !== home.block));
  const seqs: number[] = [];
  for (const { block, from, to, skip, take } of slices) {
    const spots = pickBits(bitsIn(block === home.block ? atHome : elsewhere, block), from, to, skip, take);
    for (const spot of spots) seqs.push(seqAt({ block, spot }));
  }
  return { seqs, total: sum(counts) };
}

export async function pageInOrder({ counts, bits }: MatchingBlocks, { offset, limit }: PageWindow): Promise<Page> {
  const stretches = [...counts]
    .sort((a, b) => runOfBlock(a.block) - runOfBlock(b.block))
    .map((block) => ({ ...block, from: 0, to: BLOCK_SIZE }));
  const slices = slicesOfPage(stretches, offset, limit);
  const found = await bits(slices.map(({ block }) => block));
  const seqs: number[] = [];
  for (const { block, skip, take } of slices) seqs.push(...pickInOrder(block, bitsIn(found, block), skip, take));
  return { seqs, total: sum(counts) };
}
