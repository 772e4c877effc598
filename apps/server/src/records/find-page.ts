import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import { placeOf, startOf, weightOf } from "@postil/domain/queue/places";
import type { TextMatch } from "../storage/engine.ts";
import { type MatchingBlocks, pageInOrder, pageOfRound } from "../storage/queue-pages.ts";
import type { HasDb } from "../storage/store.ts";
import type { Seqs } from "../storage/tables.ts";
import { columnOf } from "./columns/columns.ts";
import { compileTree, onlyStatuses, type RecordsPlan } from "./compile-tree.ts";
import { findMatching } from "./find-matching.ts";
import { firstBy } from "./first-by.ts";
import { blocksOf } from "./record-statuses.ts";
import { compileSort, isOnce, type RowCondition, type SortKey } from "./registry.ts";
import { type PageQuery, type Search, searchOf } from "./search.ts";
import { blocksOfSet, membersOf, type SeqSet } from "./seq-set.ts";
import { firstSorted } from "./sorted-page.ts";
import { giveBack } from "./words/rank-words.ts";

/** Record numbers in page order, the number of all matches, and the scores if they give the order. */
export type FoundPage = {
  readonly seqs: Seqs;
  readonly total: number;
  readonly scores: readonly number[] | null;
};

/** The numbers of the records on the page, and the number of all matches. */
export async function findPage({ db }: HasDb, query: PageQuery): Promise<FoundPage> {
  const search = searchOf(db, query);
  const keys = compileSort(query.registry, query.sort);
  const plan = compileTree(query.registry, query.tree);
  if (query.sort.length > 0) return findSorted(search, plan, keys, query);
  const statuses = onlyStatuses(plan);
  // The bitmaps answer this alone, whatever the size of the dataset.
  if (statuses) return inDefaultOrder(search, await blocksOf(search, statuses), query);
  const { set, scores } = await findMatching(search, plan, true);
  if (scores) {
    const page = rankedPage(set, scores, weightFor(query), query);
    giveBack(scores);
    return { ...page, total: countBits(set) };
  }
  return inDefaultOrder(search, blocksOfSet(set), query);
}

async function inDefaultOrder({ db, datasetKey }: Search, blocks: MatchingBlocks, query: PageQuery) {
  const { viewer } = query;
  const page = viewer ? await pageOfRound(db, datasetKey, blocks, viewer.id, query) : await pageInOrder(blocks, query);
  return { ...page, scores: null };
}

async function findSorted(
  search: Search,
  plan: RecordsPlan,
  keys: readonly SortKey[],
  { offset, limit }: PageQuery,
): Promise<FoundPage> {
  const counted = await countOne(search, plan, keys, offset + limit);
  if (counted) return { seqs: counted.seqs.slice(offset), total: counted.total, scores: null };
  const { set } = await findMatching(search, plan, false);
  const first = await firstSorted(search, set, keys, offset + limit);
  return { seqs: first.slice(offset), total: countBits(set), scores: null };
}

/** The page for exactly one condition and one sort key: a common list, for example of what a model was unsure about. */
async function countOne(search: Search, plan: RecordsPlan, [key, ...others]: readonly SortKey[], count: number) {
  if (!key || others.length > 0 || plan.kind !== "all") return null;
  const { words, texts, statuses, parts, rows } = plan;
  const [condition, ...rest] = rows;
  if (!condition || condition.demand.test) return null;
  if (words.length + texts.length + statuses.length + parts.length + rest.length > 0) return null;
  const inMemory = (await columnOf(search, condition.source)) && (await columnOf(search, key.source));
  return countedPage(search, condition, key, count, inMemory ? Math.ceil(search.size / SCANNED) : null);
}

/** A row of an index costs about as much as this many values in memory. */
const SCANNED = 8;

/** For a viewer, scores are weighted by the place on the circle (search-semantics 2.5). */
function weightFor({ viewer }: PageQuery): (seq: number) => number {
  if (!viewer) return () => 1;
  const start = startOf(viewer.id);
  return (seq) => weightOf(start, placeOf(seq));
}

/**
 * The first `count` records that pass one condition, sorted by one key, and the number that pass, without reading all that
 * pass. One index counts them, up to `most` (null means all), and the other index finds them in order. Null if this is not
 * faster, or if records without a value of the key are needed.
 */
async function countedPage(
  { db, size }: Search,
  condition: RowCondition,
  key: SortKey,
  count: number,
  most: number | null,
): Promise<{ readonly seqs: Seqs; readonly total: number } | null> {
  if (!(isOnce(condition) && key.source.ordered && key.source.single)) return null;
  const total = await db.values.countPassing(condition.source, condition.demand, most);
  if (total === most) return null;
  // Reading along the index finds a passing record every size / total rows, with one lookup each.
  if (total * total < count * size * LOOK_UP) return null;
  const seqs = await db.values.firstPassing(key, condition, count);
  return seqs.length === Math.min(count, total) ? { seqs, total } : null;
}

/** Looking up one record costs about as much as collecting this many. */
const LOOK_UP = 8;

export type RankedPage = { readonly seqs: readonly number[]; readonly scores: readonly number[] };

/**
 * A page of a set, sorted by score, the best first; equal scores by creation (search-semantics 2.5). Members after the last
 * one with a score follow in creation order, with score 0. `weight`: the factor for a record's score, above 0 and at most 1.
 */
export function rankedPage(
  set: SeqSet,
  { seqs, scores }: TextMatch,
  weight: (seq: number) => number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): RankedPage {
  let ranked = 0;
  for (let index = 0; index < seqs.length; index++) if (hasBit(set, seqs[index] ?? 0)) ranked++;
  const weigh = (index: number): number => {
    const seq = seqs[index] ?? 0;
    return hasBit(set, seq) ? (scores[index] ?? 0) * weight(seq) : Number.NEGATIVE_INFINITY;
  };
  // Almost every match is compared with the same one, the last of the first; few have to be weighed for that.
  let against = -1;
  let wanted = 0;
  const better = (a: number, b: number) => {
    if (b !== against) {
      against = b;
      wanted = weigh(b);
    }
    if ((scores[a] ?? 0) < wanted) return false;
    const own = weigh(a);
    return own === wanted ? a < b : own > wanted;
  };
  const first = firstBy(scores.length, Math.min(offset + limit, ranked), better).slice(offset);
  const missing = limit - first.length;
  const after = Math.max(0, offset - ranked);
  const last = seqs[seqs.length - 1] ?? -1;
  // `membersOf` starts at a word of 32 bits.
  const beyond = missing > 0 ? membersOf(set, last + 1).filter((seq) => seq > last) : [];
  const rest = beyond.slice(after, after + missing);
  return {
    seqs: [...first.map((index) => seqs[index] ?? 0), ...rest],
    scores: [...first.map(weigh), ...rest.map(() => 0)],
  };
}
