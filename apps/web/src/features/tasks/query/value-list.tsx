import { foldCase } from "@postil/domain/labels/label-search";
import type { TermChoice } from "@postil/domain/search/filter-offer";
import { byCount, type Counts } from "@postil/domain/tasks/task-figures";
import { mergeTaskFilters } from "@postil/domain/tasks/task-filters";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import type { TaskFilters } from "@postil/domain/tasks/task-view";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { TermList } from "../../../workbench/filters/condition-editors.tsx";
import { Level } from "../../../workbench/filters/level.tsx";
import { ScopeList } from "../../../workbench/filters/scope-list.tsx";
import { Waiting } from "../../../workbench/filters/waiting.tsx";
import type { Aggregations } from "../wire/search-records.ts";
import { type ActiveFilter, type ListPart, withoutFilter, withValues } from "./parts.ts";
import type { QueryPage } from "./query-page.ts";

export type PartEditorProps = {
  page: QueryPage;
  filters: TaskFilters;
  onFilters: (filters: TaskFilters) => void;
};

type ValueListProps = PartEditorProps & { part: Exclude<ListPart, "uncovered_by_rules"> };

/** The values of one filter, each with the number of records that it would find. */
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

/** Values on offer although no record has them now. */
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

function FacetList({ page, filter, title, countsIn, others = NONE, chosen, onChoose }: FacetListProps) {
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

type Facet =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly retry: () => void }
  | { readonly state: "ready"; readonly aggregations: Aggregations };

/**
 * The counts for one filter: how many records each of its values would find under all other filters. If the filter is off, the
 * page already has these counts.
 */
function useFacet({ view, aggregations, countsFor }: QueryPage, filter: ActiveFilter): Facet {
  const { filters } = view;
  const isOn = filter.key === undefined ? filters[filter.part] !== undefined : filter.key in (filters.metadata ?? {});
  const { data, isError, refetch } = useQuery({ ...countsFor(withoutFilter(filters, filter)), enabled: isOn });
  const known = isOn ? data?.aggregations : aggregations;
  if (known) return { state: "ready", aggregations: known };
  return isOn && isError ? { state: "failed", retry: () => void refetch() } : { state: "loading" };
}

type MetadataValuesProps = PartEditorProps & {
  /** the key whose values are shown first */
  at: string | null;
  /** offers a query text, because fractions and dates have no values to tick */
  onQuery: (clause: string) => void;
  /** handles Escape at the list of keys */
  onKey: (key: string | null) => void;
};

/** Shows the keys first, then the values of one key. */
export function MetadataValues({ at, onKey, onQuery, ...editor }: MetadataValuesProps) {
  const [from, setFrom] = useState<string | null>(null);
  if (at === null) return <Keys {...editor} from={from} onKey={onKey} onQuery={onQuery} />;
  const back = () => {
    setFrom(at);
    onKey(null);
  };
  const { page, filters, onFilters } = editor;
  return (
    <Level key={`values ${at}`} title={at} isName onBack={back} first="input">
      <FacetList
        page={page}
        filter={{ part: "metadata", key: at }}
        title={at}
        countsIn={(aggregations) => countsOf(aggregations, at)}
        chosen={filters.metadata?.[at] ?? []}
        onChoose={(values) => onFilters(mergeTaskFilters(filters, { metadata: { [at]: values } }))}
      />
    </Level>
  );
}

type KeysProps = Omit<MetadataValuesProps, "at" | "onFilters"> & {
  /** the key that the user came back from */
  from: string | null;
};

function Keys({ page, filters, from, onKey, onQuery }: KeysProps) {
  const known = page.aggregations?.metadata;
  if (known === undefined) return <Waiting failed={false} onRetry={() => undefined} />;
  const asked = filters.metadata ?? {};
  const keys = [...new Set([...Object.keys(known), ...Object.keys(asked)])].sort(byName);
  const stats = (key: string) => statsOf(known[key]);
  const items = keys.map((key) => ({
    key,
    title: key,
    note: stats(key) === null ? undefined : t("taskFilters.byQuery"),
    active: Object.hasOwn(asked, key),
  }));
  const choose = (key: string) => {
    const range = stats(key);
    if (range === null) onKey(key);
    else onQuery(rangeQuery(key, range));
  };
  return (
    <Level key="keys" {...(from === null ? {} : { first: `[data-scope="${CSS.escape(from)}"]` })}>
      <ScopeList label={t("taskFilters.list.metadata")} sections={[{ title: null, items }]} onChoose={choose} leadsOn />
    </Level>
  );
}

type Told = Aggregations["metadata"][string];

const statsOf = (told: Told | undefined) =>
  told !== undefined && typeof told["argilla:stats"] === "object" ? told["argilla:stats"] : null;

function countsOf({ metadata }: Aggregations, key: string): { readonly [value: string]: number } {
  const told = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  if (told === undefined || statsOf(told) !== null) return {};
  return Object.fromEntries(
    Object.entries(told).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );
}

const byName = (a: string, b: string) => foldCase(a).localeCompare(foldCase(b));

type Stats = {
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly min_as_string?: string | undefined;
  readonly max_as_string?: string | undefined;
};

/** The query clause for a key with fractions or dates, from the lowest to the highest value (TSE-22). */
function rangeQuery(key: string, { min, max, min_as_string, max_as_string }: Stats): string {
  const end = (value: number | string | undefined, date: string | undefined) =>
    date === undefined ? String(value ?? "*") : `"${date}"`;
  const name = key.replace(/[\s+\-=&|!(){}[\]^"~*?:\\/]/g, "\\$&");
  return `metadata.${name}:[${end(min, min_as_string)} TO ${end(max, max_as_string)}]`;
}
