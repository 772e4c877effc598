import { countBits, hasBit } from "@postil/domain/queue/bitmap";
import type { FieldName, QueryTree } from "@postil/domain/search/query-tree";
import { compareExactly, exactly, fromOrderText } from "@postil/domain/text/whole-numbers";
import type { ValueCount } from "../storage/engine-values.ts";
import type { HasDb } from "../storage/store.ts";
import { ANY, compareValues, type ValueSource } from "../storage/value-sources.ts";
import { columnOf } from "./columns/columns.ts";
import { compileTree } from "./compile-tree.ts";
import { findMatching } from "./find-matching.ts";
import { firstBy } from "./first-by.ts";
import { resolveField, type Values } from "./registry.ts";
import { type PageQuery, type Search, searchOf } from "./search.ts";
import { emptySet, keepAll, membersOf, numbersOf, type SeqSet } from "./seq-set.ts";

/** Number of records for each value, sorted by frequency; equally frequent values in their own order. */
type Facet = {
  readonly counts: readonly ValueCount[];
  /** Number of distinct values, with those that are left out. */
  readonly total: number;
};

/**
 * Counts the records of a set by value, and returns the first `most` values (null means all). A record counts once for each
 * of its values. The cost depends on the set or on all rows of these values, whichever is smaller.
 */
export async function countValues(
  search: Search,
  set: SeqSet,
  { source, exact }: Values,
  most: number | null,
): Promise<Facet> {
  const rough = await countEach(search, set, source);
  const counts = exact ? [...rough.filter(isExact), ...(await countBeyond(search, set, exact))] : rough;
  const compare = exact ? compareExactly : compareValues;
  const before = (a: number, b: number) => isBefore(counts[a], counts[b], compare);
  const first = firstBy(counts.length, Math.min(most ?? counts.length, counts.length), before);
  return { counts: first.flatMap((index) => counts[index] ?? []), total: counts.length };
}

const isExact = ({ value }: ValueCount): boolean => typeof value === "number" && typeof exactly(value) === "number";

async function countBeyond(search: Search, set: SeqSet, exact: ValueSource): Promise<readonly ValueCount[]> {
  const counts = await countEach(search, set, exact);
  return counts.map(({ value, count }) => ({ value: fromOrderText(String(value)), count }));
}

/** Looking up the values of one record costs about as much as this many rows of a scan. */
const LOOK_UP = 8;

async function countEach(search: Search, set: SeqSet, source: ValueSource): Promise<readonly ValueCount[]> {
  const { db } = search;
  const column = await columnOf(search, source);
  if (column) return Array.from(column.count(set), ([value, count]) => ({ value, count }));
  const scanned = countBits(set) * LOOK_UP;
  if (scanned === 0) return [];
  if ((await db.values.countPassing(source, ANY, scanned + 1)) > scanned)
    return db.values.counts(source, membersOf(set));
  return (await db.values.recordsOfValues(source)).flatMap(({ value, seqs }): ValueCount[] => {
    let count = 0;
    for (const seq of seqs) if (hasBit(set, seq)) count++;
    return count > 0 ? [{ value, count }] : [];
  });
}

type Compare = (a: string | number, b: string | number) => number;

function isBefore(a: ValueCount | undefined, b: ValueCount | undefined, compare: Compare): boolean {
  if (!a || !b) return false;
  return a.count === b.count ? compare(a.value, b.value) < 0 : a.count > b.count;
}

/** The dataset to search, without a viewer. */
type FoundQuery = Pick<PageQuery, "datasetKey" | "size" | "registry">;

/** The records that meet a tree, found once, to be counted in several ways. */
export type FoundRecords = {
  readonly search: Search;
  readonly set: SeqSet;
  readonly count: number;
  /** Their numbers in ascending order. */
  readonly seqs: () => Int32Array;
  /** The records of the set that also meet another tree. */
  readonly within: (tree: QueryTree) => Promise<FoundRecords>;
  /** Number of records for each value of a field, sorted by frequency, at most `most` values (null means all). */
  readonly facet: (field: FieldName, most: number | null) => Promise<Facet>;
};

export async function foundRecords({ db }: HasDb, query: FoundQuery, tree: QueryTree): Promise<FoundRecords> {
  const { registry } = query;
  const search = searchOf(db, { ...query, viewer: null });
  const find = async (wanted: QueryTree) => {
    const plan = compileTree(registry, wanted);
    // An empty dataset has no text index.
    return query.size === 0 ? emptySet(0) : (await findMatching(search, plan, false)).set;
  };
  const found = (set: SeqSet): FoundRecords => ({
    search,
    set,
    count: countBits(set),
    seqs: () => numbersOf(set),
    within: async (wanted) => {
      const both = await find(wanted);
      keepAll(both, set);
      return found(both);
    },
    facet: async (field, most) => {
      const target = resolveField(registry, field);
      return target.kind === "values" ? countValues(search, set, target, most) : { counts: [], total: 0 };
    },
  });
  return found(await find(tree));
}
