import type { SortCandidate } from "@postil/domain/search/sort-offer";
import type { TFunction } from "i18next";

/** "Added", "Metadata, Words", "Suggestion score, Is it clear?" */
export function sortText(t: TFunction, { scope, title }: SortCandidate): string {
  const named = { title: title ?? "" };
  switch (scope.entity) {
    case "record":
      return t(`filters.sort.field.${scope.property}`);
    case "metadata":
      return t("filters.sort.field.metadata", named);
    case "suggestion":
      return t(`filters.sort.field.${scope.property}`, named);
    case "response":
      return t("filters.sort.field.response", named);
  }
}
