import { withoutFilters } from "@postil/domain/search/record-criteria";
import type { CriteriaControls } from "./criteria-controls.ts";

/** Removes filters and sort. The searched words and the similarity search have their own × (design/filters.md#reset). */
export function resetFilters({ change }: CriteriaControls): void {
  change(withoutFilters);
}
