import { withoutFilters } from "@postil/domain/search/record-criteria";
import type { CriteriaControls } from "./criteria-controls.ts";

/** Filters and sort go; the words and the likeness have their own × (design/filters.md#reset). */
export function resetFilters({ change }: CriteriaControls): void {
  change(withoutFilters);
}
