import {
  type CriteriaFilter,
  type FilterCondition,
  type FilterScope,
  sameScope,
} from "@postil/domain/search/record-criteria";

export function conditionAt(filters: readonly CriteriaFilter[], scope: FilterScope): FilterCondition | null {
  return filters.find((filter) => sameScope(filter.scope, scope))?.condition ?? null;
}
