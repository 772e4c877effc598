import { countBits } from "@postil/domain/queue/bitmap";
import { keepByColumns } from "./columns/keep-by-columns.ts";
import { OF_ANY_STATUS } from "./compile-tree.ts";
import { blocksOf, everyRecord } from "./record-statuses.ts";
import { isOnce, type RowCondition } from "./registry.ts";
import type { Search } from "./search.ts";
import { addTo, emptySet, keepAll, membersOf, type SeqSet, setOf } from "./seq-set.ts";

/** Up to this number of records are looked up one by one, instead of collecting all that pass a condition. */
const FEW = 20_000;
/** Looking up one record costs about as much as this many rows of a scan. */
const LOOK_UP = 10;

/** The records of `among` (null means all) that pass every condition. Without conditions: `among` itself, unchanged. */
export async function keepPassing(
  search: Search,
  among: SeqSet | null,
  conditions: readonly RowCondition[],
): Promise<SeqSet | null> {
  const inMemory = await keepByColumns(search, among, conditions);
  const { alone, together } = byTarget(await withoutTests(search, inMemory.rest));
  let kept = await keepAlone(search, inMemory.set, alone);
  for (const same of together) {
    const count = kept ? countBits(kept) : Number.POSITIVE_INFINITY;
    if (count === 0) break;
    const passing = await passTogether(search, same, kept && count <= FEW ? membersOf(kept) : null);
    if (kept) keepAll(passing, kept);
    kept = passing;
  }
  return kept;
}

/** The same conditions with the values that pass their tests: the database cannot run the tests. */
async function withoutTests({ db }: Search, conditions: readonly RowCondition[]): Promise<RowCondition[]> {
  const known: RowCondition[] = [];
  for (const { source, demand } of conditions) {
    const { test, ...rest } = demand;
    if (!test) known.push({ source, demand });
    else {
      const values = (rest.values ?? (await db.values.distinctTexts(source))).filter((value) => test(String(value)));
      known.push({ source, demand: { ...rest, values } });
    }
  }
  return known;
}

async function keepAlone(
  search: Search,
  among: SeqSet | null,
  conditions: readonly RowCondition[],
): Promise<SeqSet | null> {
  let kept = among;
  const alone = conditions.length === 1 && among === null;
  const [only] = conditions;
  if (alone && only && (await passesEvery(search, only))) return everyRecord(search);
  const known = among ? countBits(among) : Number.POSITIVE_INFINITY;
  const sized = alone
    ? conditions.map((condition) => ({ condition, size: 0 }))
    : await smallestFirst(search, conditions, known);
  for (const { condition, size } of sized) {
    const count = kept ? countBits(kept) : Number.POSITIVE_INFINITY;
    if (count === 0) break;
    const few = kept && count <= FEW && (await isMore(search, condition, size, count * LOOK_UP));
    const { source, demand } = condition;
    const seqs = await search.db.values.recordsPassing(source, demand, few && kept ? membersOf(kept) : null);
    const passing = setOf(search.size, seqs);
    if (kept) keepAll(passing, kept);
    kept = passing;
  }
  return kept;
}

/** Number of passing rows, counted up to a bound; infinite if there may be more. */
type Sized = { readonly condition: RowCondition; readonly size: number };

/** True if more rows pass than `bound`; `size`: the number counted before. */
const isMore = async (
  { db }: Search,
  { source, demand }: RowCondition,
  size: number,
  bound: number,
): Promise<boolean> =>
  Number.isFinite(size) ? size > bound : (await db.values.countPassing(source, demand, bound + 1)) > bound;

/**
 * The conditions, sorted by the number of passing rows. All are counted in parallel up to a bound, which grows eightfold
 * until a condition, or `known`, is below it. So the cost is proportional to the smallest.
 */
async function smallestFirst(
  search: Search,
  conditions: readonly RowCondition[],
  known: number,
): Promise<readonly Sized[]> {
  if (conditions.length === 0) return [];
  for (let bound = 512; ; bound *= 8) {
    const sized: Sized[] = [];
    for (const condition of conditions) {
      const count = await search.db.values.countPassing(condition.source, condition.demand, bound);
      sized.push({ condition, size: count < bound ? count : Number.POSITIVE_INFINITY });
    }
    if (bound > known || bound > search.size || sized.some(({ size }) => size < bound)) {
      return sized.sort((a, b) => a.size - b.size || 0);
    }
  }
}

/**
 * True if every record passes, for example for a very wide range. Counting takes a third of the time of collecting. It runs
 * only if the smallest and the greatest value pass.
 */
async function passesEvery(search: Search, condition: RowCondition): Promise<boolean> {
  const { source, demand } = condition;
  if (!isOnce(condition) || !source.ordered || !(await search.db.values.endsPass(source, demand))) return false;
  const counted = await search.db.values.countPassing(source, demand, null);
  const { counts } = await blocksOf(search, OF_ANY_STATUS);
  return counted === counts.reduce((sum, { count }) => sum + count, 0);
}

/** Splits the conditions: those that share their values with others, and those that do not. */
function byTarget(conditions: readonly RowCondition[]) {
  const targets = [...Map.groupBy(conditions, ({ source }) => source.key).values()];
  return {
    alone: targets.flatMap((same) => (same.length === 1 ? same : [])),
    together: targets.filter((same) => same.length > 1),
  };
}

/** Conditions per statement: as many as the maximum number of filters in a feedback search (API-36). */
const TOGETHER = 50;

/**
 * The records that pass all of several conditions on the same values; different rows may meet different conditions. The rows
 * are read once, and each value is tested once, however many records have it. `among`: only these records.
 */
async function passTogether(
  { db, size }: Search,
  conditions: readonly RowCondition[],
  among: readonly number[] | null,
): Promise<SeqSet> {
  const [first] = conditions;
  if (!first) throw new Error("No conditions to pass.");
  const kept: SeqSet[] = [];
  for (let from = 0; from < conditions.length; from += TOGETHER) {
    const demands = conditions.slice(from, from + TOGETHER).map(({ demand }) => demand);
    const sets = demands.map(() => emptySet(size));
    for (const { seqs, met } of await db.values.recordsMeeting(first.source, demands, among)) {
      for (const index of met) for (const seq of seqs) addTo(sets[index] ?? emptySet(0), seq);
    }
    kept.push(...sets);
  }
  return kept.reduce((all, set) => {
    keepAll(all, set);
    return all;
  });
}
