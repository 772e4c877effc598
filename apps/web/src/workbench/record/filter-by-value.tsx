import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { conditionFor } from "@postil/domain/search/filter-offer";
import { type RecordCriteria, withCondition } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { createContext, type ReactNode, use, useCallback } from "react";
import { announce } from "../../ui/screen-reader.tsx";
import { shownMetadata } from "./metadata-text.ts";
import { titleOf } from "./title-of.ts";

type FilterByValue = (property: MetadataProperty, value: unknown) => void;

/** Without a provider, values are plain text. */
const Filter = createContext<FilterByValue | null>(null);

/** Makes the metadata values of records clickable. A click shows only records with that value (design/record.md). */
export function FilterByValueProvider(props: {
  change: (next: (criteria: RecordCriteria) => RecordCriteria) => void;
  children: ReactNode;
}) {
  const { change, children } = props;
  const filter = useCallback<FilterByValue>(
    (property, value) => {
      const condition = conditionFor(property.settings, value);
      if (condition === null) return;
      // The clicked value replaces the earlier filter of the property.
      const scope = { entity: "metadata", property: property.name } as const;
      change((criteria) => ({ ...criteria, filters: withCondition(criteria.filters, scope, condition) }));
      announce(t("comfort.filter.done", { title: titleOf(property), value: shownMetadata(value) }));
    },
    [change],
  );
  return <Filter value={filter}>{children}</Filter>;
}

/** The action of a click on the value. Null if it cannot be used as a filter. */
export function useFilterByValue(): (property: MetadataProperty, value: unknown) => (() => void) | null {
  const filter = use(Filter);
  return (property, value) =>
    filter === null || conditionFor(property.settings, value) === null ? null : () => filter(property, value);
}
