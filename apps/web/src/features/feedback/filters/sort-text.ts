import type { SortCandidate } from "@postil/domain/search/sort-offer";
import { t } from "i18next";

/** "Added", "Metadata, Words", "Suggestion score, Is it clear?" */
export function sortText({ scope, title }: SortCandidate): string {
  const named = { title: title ?? "" };
  switch (scope.entity) {
    case "record":
      return t(`sorting.field.${scope.property}`);
    case "metadata":
      return t("sorting.field.metadata", named);
    case "suggestion":
      return t(`sorting.field.${scope.property}`, named);
    case "response":
      return t("sorting.field.response", named);
  }
}
