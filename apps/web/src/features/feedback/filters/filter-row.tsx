import { wordsOfFilter } from "@postil/domain/search/filter-words";
import { t } from "i18next";
import "../../../lib/i18n/en/filter-editing.ts";
import { FilterGroups } from "../../../workbench/search/filter-groups.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { FilterGroup } from "./filter-group.tsx";
import { FilterPopover } from "./filter-popover.tsx";
import { useFilterOffer } from "./use-filter-offer.ts";

const GROUPS = ["metadata", "response", "suggestion"] as const;

export type FilterRowProps = { datasetId: string; controls: CriteriaControls; id?: string; className?: string };

/** The three filters of a feedback dataset (FFI-07 to FFI-09). */
export default function FilterRow({ datasetId, controls, ...place }: FilterRowProps) {
  const offer = useFilterOffer(datasetId);
  return (
    <FilterGroups {...place}>
      {GROUPS.map((group) => (
        <FilterGroup
          key={group}
          name={t(`filterEditing.group.${group}`)}
          label={t(`filterEditing.by.${group}`)}
          part={group === "metadata" ? offer.properties : offer.questions}
          holds={({ entity }) => entity === group}
          words={(filter) => wordsOfFilter(filter, offer.known)}
          controls={controls}
        >
          {(editing) => <FilterPopover group={group} offer={offer} {...editing} />}
        </FilterGroup>
      ))}
    </FilterGroups>
  );
}
