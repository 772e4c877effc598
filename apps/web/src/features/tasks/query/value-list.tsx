import type { TermChoice } from "@postil/domain/search/filter-offer";
import { byCount, type Counts } from "@postil/domain/tasks/task-figures";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import type { TaskFilters } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { useMemo } from "react";
import { TermList } from "../../../workbench/filters/condition-editors.tsx";
import { Waiting } from "../../../workbench/filters/waiting.tsx";
import type { Aggregations } from "../wire/search-records.ts";
import { type ListPart, withValues } from "./parts.ts";
import type { QueryPage } from "./query-page.ts";
import { useFacet } from "./use-facet.ts";

export type PartEditorProps = {
  page: QueryPage;
  filters: TaskFilters;
  onFilters: (filters: TaskFilters) => void;
};

type ValueListProps = PartEditorProps & { part: Exclude<ListPart, "uncovered_by_rules"> };

/** The values of one filter with how many records each would bring. */
export function ValueList({ page, part, filters, onFilters }: ValueListProps) {
  return (
    <FacetList
      page={page}
      filter={{ part }}
      title={t(`taskFilters.list.${part}`)}
      countsIn={(aggregations) => aggregations[part]}
      others={otherValues(part, page)}
      chosen={filters[part] ?? NONE}
      onChoose={(values) => onFilters(withValues(filters, part, values))}
    />
  );
}

const NONE: readonly never[] = [];

/** What may be asked for although no record has it just now. */
function otherValues(part: ValueListProps["part"], { labels }: QueryPage): readonly string[] {
  if (part === "status") return TASK_STATUSES;
  return part === "predicted_as" || part === "annotated_as" ? labels.map(({ text }) => text) : NONE;
}

type FacetListProps = {
  page: QueryPage;
  filter: Parameters<typeof useFacet>[1];
  title: string;
  countsIn: (aggregations: Aggregations) => Counts;
  others?: readonly string[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
};

export function FacetList({ page, filter, title, countsIn, others = NONE, chosen, onChoose }: FacetListProps) {
  const facet = useFacet(page, filter);
  const known = facet.state === "ready" ? facet.aggregations : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the counts stand depends on the filter alone
  const choices = useMemo(
    () => (known === null ? null : choicesOf(countsIn(known), others)),
    [known, filter.part, filter.key, others],
  );
  if (choices === null) {
    const failed =
      facet.state === "failed" ? { failed: true, onRetry: facet.retry } : { failed: false, onRetry: nothing };
    return <Waiting {...failed} />;
  }
  return (
    <div className="p-2">
      <TermList title={title} choices={choices} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

const nothing = () => undefined;

function choicesOf(counts: Counts, others: readonly string[]): readonly TermChoice[] {
  const missing = others.filter((value) => !Object.hasOwn(counts, value)).map((value) => [value, 0] as const);
  return [...byCount(counts), ...missing].map(([value, count]) => ({ value, text: value, count }));
}
