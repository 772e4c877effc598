import {
  type Condition,
  type CriteriaFilter,
  type FilterScope,
  sameScope,
} from "@postil/domain/search/record-criteria";

export function conditionAt(filters: readonly CriteriaFilter[], scope: FilterScope): Condition | null {
  return filters.find((filter) => sameScope(filter.scope, scope))?.condition ?? null;
}
