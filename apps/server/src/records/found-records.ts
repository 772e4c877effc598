import { countBits } from "@postil/domain/queue/bitmap";
import type { FieldName, QueryTree } from "@postil/domain/search/query-tree";
import type { HasDb } from "../storage/store.ts";
import { compileTree } from "./compile-tree.ts";
import { countValues, type Facet } from "./count-values.ts";
import { findMatching } from "./find-matching.ts";
import { type PageQuery, searchOf } from "./page-query.ts";
import { resolveField } from "./registry.ts";
import type { Search } from "./search.ts";
import { emptySet, keepAll, numbersOf, type SeqSet } from "./seq-set.ts";

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
