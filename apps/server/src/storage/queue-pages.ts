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

/** Some records: those on which the responses of one user, or of any user (null), have one of the statuses. */
type Matching = {
  readonly datasetKey: number;
  readonly userKey: number | null;
  /** Empty means every record. */
  readonly statuses: readonly RecordStatus[];
};

/** The blocks with matching records, in no order, and a function for the bits of one block. */
export type MatchingBlocks = {
  readonly counts: readonly BlockCount[];
  readonly bits: (block: number) => Promise<Bits>;
};

const RESPONDED: readonly ResponseStatus[] = ["draft", "submitted", "discarded"];

const liveCounts = compiled((db, datasetKey: number) =>
  db.selectFrom("live_block").select(["block", "count"]).where("dataset_key", "=", datasetKey),
);

const liveBitsAt = compiled((db, datasetKey: number, block: number) =>
  db.selectFrom("live_block").select("bits").where("dataset_key", "=", datasetKey).where("block", "=", block),
);

const answeredCounts = compiled((db, datasetKey: number, userKey: number | null, statuses: readonly ResponseStatus[]) =>
  rowsOf(db, "answered_block", { dataset_key: datasetKey })
    .select(["block", "count"])
    .where("user_key", "=", userKey)
    .where("status", "in", statuses),
);

const answeredBits = compiled(
  (db, datasetKey: number, userKey: number | null, statuses: readonly ResponseStatus[], block: number) =>
    rowsOf(db, "answered_block", { dataset_key: datasetKey, block })
      .select("bits")
      .where("user_key", "=", userKey)
      .where("status", "in", statuses),
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
  const counts = new Map<number, number>();
  if (fromAll) {
    for (const { block, count } of await liveCounts(db, datasetKey)) counts.set(block, count);
  }
  if (responses.length > 0) {
    const answered = await answeredCounts(db, datasetKey, userKey, responses);
    for (const { block, count } of answered) counts.set(block, (counts.get(block) ?? 0) + (fromAll ? -count : count));
  }
  const bits = async (block: number): Promise<Bits> => {
    const found = fromAll ? await liveBits(db, datasetKey, block) : emptyBits(BLOCK_SIZE);
    if (responses.length === 0) return found;
    const answered = await answeredBits(db, datasetKey, userKey, responses, block);
    for (const row of answered) (fromAll ? removeAll : addAll)(found, bitsOf(row.bits));
    return found;
  };
  const occupied = [...counts].flatMap(([block, count]) => (count > 0 ? { block, count } : []));
  return { counts: occupied, bits };
}

async function liveBits(db: Db, datasetKey: number, block: number): Promise<Bits> {
  const [row] = await liveBitsAt(db, datasetKey, block);
  return row ? bitsOf(row.bits) : emptyBits(BLOCK_SIZE);
}

/** For all users a record may have several statuses, so their bitmaps are combined: 1 kB per user, status and block. */
async function anybodysBlocks(db: Db, { datasetKey, statuses }: Matching): Promise<MatchingBlocks> {
  const live = await rowsOf(db, "live_block", { dataset_key: datasetKey }).select(["block", "bits"]).execute();
  const answered = await rowsOf(db, "answered_block", { dataset_key: datasetKey })
    .select(["block", "status", "bits"])
    .execute();
  const found = new Map<number, Bits>();
  for (const { block, bits } of live) {
    found.set(block, statuses.includes("pending") ? bitsOf(bits) : emptyBits(BLOCK_SIZE));
  }
  for (const { block, bits } of answered) removeAll(found.get(block) ?? emptyBits(BLOCK_SIZE), bitsOf(bits));
  for (const { block, status, bits } of answered) {
    if (statuses.includes(status)) addAll(found.get(block) ?? emptyBits(BLOCK_SIZE), bitsOf(bits));
  }
  const counts = [...found].map(([block, bits]) => ({ block, count: countBits(bits) }));
  return {
    counts: counts.filter(({ count }) => count > 0),
    bits: async (block) => found.get(block) ?? emptyBits(BLOCK_SIZE),
  };
}

/** Pages of record numbers from the bitmaps: a step per block for any offset; only the page's blocks are read. */

/** Record numbers in page order, and the number of records on all pages. */
type Page = { readonly seqs: Seqs; readonly total: number };
type PageWindow = { readonly offset: number; readonly limit: number };

const sum = (counts: readonly BlockCount[]) => counts.reduce((total, { count }) => total + count, 0);

const liveBlockFrom = compiled((db, datasetKey: number, block: number) =>
  rowsOf(db, "live_block", { dataset_key: datasetKey })
    .select("block")
    .where("count", ">", 0)
    .where("block", ">=", block)
    .orderBy("block")
    .limit(1),
);

/**
 * The start of a user's order: the user's start place, or the first block after it that has a record. It does not depend on
 * the user's answers, so the order does not change while the user works through the queue.
 */
async function homeOf(db: Db, datasetKey: number, userId: string): Promise<Place> {
  const start = startOf(userId);
  const [row] = await liveBlockFrom(db, datasetKey, start.block);
  const [around] = row ? [row] : await liveBlockFrom(db, datasetKey, 0);
  return { block: around?.block ?? start.block, spot: start.spot };
}

/** A page in a user's own order: all places in a circle from that user's start (FQU-07). */
export async function pageOfRound(
  db: Db,
  datasetKey: number,
  { counts, bits }: MatchingBlocks,
  userId: string,
  { offset, limit }: PageWindow,
): Promise<Page> {
  if (counts.length === 0) return { seqs: [], total: 0 };
  const home = await homeOf(db, datasetKey, userId);
  const bitsAtHome = await bits(home.block);
  const stretches = stretchesOfRound(counts, home, countBits(bitsAtHome, home.spot));
  const seqs: number[] = [];
  for (const { block, from, to, skip, take } of slicesOfPage(stretches, offset, limit)) {
    const spots = pickBits(block === home.block ? bitsAtHome : await bits(block), from, to, skip, take);
    for (const spot of spots) seqs.push(seqAt({ block, spot }));
  }
  return { seqs, total: sum(counts) };
}

export async function pageInOrder({ counts, bits }: MatchingBlocks, { offset, limit }: PageWindow): Promise<Page> {
  const stretches = [...counts]
    .sort((a, b) => runOfBlock(a.block) - runOfBlock(b.block))
    .map((block) => ({ ...block, from: 0, to: BLOCK_SIZE }));
  const seqs: number[] = [];
  for (const { block, skip, take } of slicesOfPage(stretches, offset, limit)) {
    seqs.push(...pickInOrder(block, await bits(block), skip, take));
  }
  return { seqs, total: sum(counts) };
}
