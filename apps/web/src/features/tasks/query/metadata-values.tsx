import { foldCase } from "@postil/domain/answers/label-search";
import { mergeTaskFilters } from "@postil/domain/tasks/task-filters";
import { t } from "i18next";
import { useState } from "react";
import { Level } from "../../../workbench/filters/level.tsx";
import { ScopeList } from "../../../workbench/filters/scope-list.tsx";
import { Waiting } from "../../../workbench/filters/waiting.tsx";
import type { Aggregations } from "../wire/search-records.ts";
import { rangeQuery } from "./range-query.ts";
import { FacetList, type PartEditorProps } from "./value-list.tsx";

type MetadataValuesProps = PartEditorProps & {
  /** the key whose values are shown first */
  at: string | null;
  /** offers a query text: of fractions and dates there are no values to tick */
  onQuery: (clause: string) => void;
  /** Escape at the list of keys */
  onKey: (key: string | null) => void;
};

/** First the keys, then the values of one. */
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
  /** where one came back from */
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
