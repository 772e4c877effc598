import { countBits, pickBits } from "@postil/domain/queue/bitmap";
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
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import type { MatchingBlocks } from "./matching-blocks.ts";
import type { Tables } from "./tables.ts";

/**
 * Pages of record numbers from the bitmaps: one step per block for any offset; bits are read only for the blocks of the page.
 */

/** Record numbers in page order, and the number of records on all pages. */
export type Page = { readonly seqs: readonly number[]; readonly total: number };
export type PageWindow = { readonly offset: number; readonly limit: number };

const sum = (counts: readonly BlockCount[]) => counts.reduce((total, { count }) => total + count, 0);

const liveBlockFrom = compiled((db, datasetKey: number, block: number) =>
  db
    .selectFrom("live_block")
    .select("block")
    .where("dataset_key", "=", datasetKey)
    .where("count", ">", 0)
    .where("block", ">=", block)
    .orderBy("block")
    .limit(1),
);

/**
 * The start of a user's order: the user's start place, or the first block after it that has a record. It does not depend on
 * the user's answers, so the order does not change while the user works through the queue.
 */
async function homeOf(db: Kysely<Tables>, datasetKey: number, userId: string): Promise<Place> {
  const start = startOf(userId);
  const [row] = await liveBlockFrom(db, datasetKey, start.block);
  const [around] = row ? [row] : await liveBlockFrom(db, datasetKey, 0);
  return { block: around?.block ?? start.block, spot: start.spot };
}

/** A page in a user's own order: all places in a circle from that user's start (FQU-07). */
export async function pageOfRound(
  db: Kysely<Tables>,
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

/** A page in insertion order of the records. */
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
