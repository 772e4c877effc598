import type { FieldName } from "@postil/domain/search/query-tree";
import type { Context } from "../storage/store.ts";
import { compileTree, takesAll } from "./compile-tree.ts";
import { countValues, type Facet } from "./count-values.ts";
import { findMatching } from "./find-matching.ts";
import { type PageQuery, searchOf } from "./page-query.ts";
import { resolveField } from "./registry.ts";

export type FacetQuery = Pick<PageQuery, "datasetKey" | "size" | "viewer" | "registry" | "tree"> & {
  readonly fields: readonly FieldName[];
  /** How many values of each; null: all. */
  readonly most: number | null;
};

/** Of the records that meet the tree, how many have each value of each field. A field that has no values has no counts. */
export async function findFacets({ db }: Pick<Context, "db">, query: FacetQuery): Promise<Facet[]> {
  const search = searchOf(db, query);
  const targets = query.fields.map((field) => resolveField(query.registry, field));
  const plan = compileTree(query.registry, query.tree);
  const set = takesAll(plan) ? null : (await findMatching(search, plan, false)).set;
  const facets: Facet[] = [];
  for (const target of targets) {
    facets.push(
      target.kind === "values" ? await countValues(search, set, target, query.most) : { counts: [], total: 0 },
    );
  }
  return facets;
}
