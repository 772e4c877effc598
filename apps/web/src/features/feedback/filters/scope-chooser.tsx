import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { hasValues } from "@postil/domain/records/metadata-rules";
import type { FilterableQuestion, FilterGroup } from "@postil/domain/search/filter-offer";
import type { CriteriaFilter, FilterScope } from "@postil/domain/search/record-criteria";
import { useQueries } from "@tanstack/react-query";
import { t } from "i18next";
import "../../../lib/i18n/en/filter-editing.ts";
import { metadataMetricsQuery } from "../../../lib/api/queries/records.ts";
import { ScopeList } from "../../../workbench/search/popover-parts.tsx";

type ChooserProps = { filters: readonly CriteriaFilter[]; onChoose: (scope: FilterScope) => void };

/** Tells which properties have no value in any record (FFI-19). Unknown properties count as not empty. */
export function useEmptyProperties(
  datasetId: string,
  properties: readonly MetadataProperty[],
): (name: string) => boolean {
  const metrics = useQueries({ queries: properties.map(({ id }) => metadataMetricsQuery(datasetId, id)) });
  const empty = new Set(
    properties.filter((_, at) => metrics[at]?.data && !hasValues(metrics[at].data)).map(({ name }) => name),
  );
  return (name) => empty.has(name);
}

type PropertyChooserProps = ChooserProps & { datasetId: string; properties: readonly MetadataProperty[] };

/** The first level of the metadata filter: the properties. */
export function PropertyChooser({ datasetId, properties, filters, onChoose }: PropertyChooserProps) {
  const isEmpty = useEmptyProperties(datasetId, properties);
  const items = properties.map(({ name, title }) => ({
    key: name,
    title,
    active: filters.some(({ scope }) => scope.entity === "metadata" && scope.property === name),
    reason: isEmpty(name) ? t("words.noValues") : undefined,
  }));
  return (
    <ScopeList
      label={t("filterEditing.group.metadata")}
      sections={[{ title: null, items }]}
      onChoose={(property) => onChoose({ entity: "metadata", property })}
      leadsOn
    />
  );
}

type QuestionChooserProps = ChooserProps & {
  group: Exclude<FilterGroup, "metadata">;
  questions: readonly FilterableQuestion[];
};

/** The first level of the other two filters: the questions. */
export function QuestionChooser({ group, questions, filters, onChoose }: QuestionChooserProps) {
  const items = questions.map(({ name, title }) => ({
    key: name,
    title,
    active: filters.some(({ scope }) => scope.entity === group && scope.question === name),
  }));
  const scopeOf = (question: string): FilterScope =>
    group === "response" ? { entity: group, question, property: null } : { entity: group, question, property: "value" };
  return (
    <ScopeList
      label={t(`filterEditing.group.${group}`)}
      sections={[{ title: null, items }]}
      onChoose={(question) => onChoose(scopeOf(question))}
      leadsOn
    />
  );
}
