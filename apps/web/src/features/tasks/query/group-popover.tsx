import "../../../lib/i18n/en/filter-editing.ts";
import "../../../lib/i18n/en/task-parts.ts";
import { foldCase } from "@postil/domain/labels/label-search";
import {
  conditionOfEnds,
  type Ends,
  plainChoices,
  SCORE_TRACK,
  type TermChoice,
} from "@postil/domain/search/filter-values";
import { byCount, type Counts } from "@postil/domain/tasks/task-figures";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import { mergeTaskFilters, readTaskFilters, type TaskFilters } from "@postil/domain/tasks/task-view";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { type KeyboardEvent, useMemo, useState } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { usePhone } from "../../../ui/media.ts";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { RangeEnds, TermList } from "../../../workbench/search/condition-editors.tsx";
import { Level, ScopeList, Waiting } from "../../../workbench/search/popover-parts.tsx";
import { useLatePopover } from "../../../workbench/search/use-late-edit.ts";
import type { Aggregations } from "../wire/search-records.ts";
import {
  type ActiveFilter,
  type GroupId,
  type ListPart,
  type PartId,
  type QueryPage,
  withoutFilter,
  withValues,
} from "./parts.ts";

/** The delay in ms between the last tick and the search (design/task-search.md#filters). */
const DELAY = 300;

export type GroupPopoverProps = {
  group: GroupId;
  page: QueryPage;
  /** the parts of the group that records have values for */
  parts: readonly PartId[];
  /** the queries of the dataset's rules */
  rules: readonly string[];
  /** the filter to show first; null means the first part */
  at: ActiveFilter | null;
  /** puts a clause into the search box, for the user to complete */
  onQuery: (clause: string) => void;
};

/** The popover of a group button. Closing applies the ticks, Escape undoes them. */
export function GroupPopover(props: GroupPopoverProps & OpensHere) {
  const { group, trigger, isOpen, onOpenChange, ...rest } = props;
  const { page, onQuery } = rest;
  const late = useLatePopover({
    value: page.view.filters,
    apply: (filters) => page.changeView({ filters }),
    delay: DELAY,
    isOpen,
    onOpenChange,
  });
  const query = (clause: string) => {
    late.openChange(false);
    onQuery(clause);
  };
  return (
    <Popover trigger={trigger} label={t(`taskFilters.by.${group}`)} isOpen={isOpen} onOpenChange={late.openChange}>
      <Editors {...rest} onQuery={query} onCancel={late.cancel} filters={late.draft} onFilters={late.edit} />
    </Popover>
  );
}

type EditorsProps = Omit<GroupPopoverProps, "group"> &
  Pick<EditorProps, "filters" | "onFilters"> & { onCancel: () => void };

function Editors({ parts, at, onCancel, ...editors }: EditorsProps) {
  const phone = usePhone();
  const [part, setPart] = useState(at?.part ?? parts[0]);
  const [key, setKey] = useState(at?.key ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Otherwise the popover would close and keep the changes.
    event.stopPropagation();
    event.preventDefault();
    if (part === "metadata" && key !== null) setKey(null);
    else onCancel();
  };
  const editor = part !== undefined && <Editor {...editors} part={part} at={key} onKey={setKey} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape for the controls inside
    <div onKeyDown={onKeyDown}>
      {part === "metadata" ? (
        editor
      ) : (
        <Level {...(phone ? {} : { first: parts.length > 1 ? "[role=tabpanel] input" : "input" })}>
          {parts.length > 1 && part !== undefined ? (
            <Tabs
              label={t("filterEditing.parts")}
              tabs={parts.map((id) => ({ id, label: t(`taskFilters.part.${id}`) }))}
              selected={part}
              onSelect={setPart}
              listClassName="px-4 gap-4 [&>*]:h-8 max-md:[&>*]:h-11"
            >
              {editor}
            </Tabs>
          ) : (
            editor
          )}
        </Level>
      )}
    </div>
  );
}

type EditorProps = Pick<GroupPopoverProps, "page" | "rules" | "onQuery"> & {
  filters: TaskFilters;
  onFilters: (filters: TaskFilters) => void;
  /** the metadata key whose values are shown; null shows the keys */
  at: string | null;
  onKey: (key: string | null) => void;
};

function Editor({ part, ...editor }: EditorProps & { part: PartId }) {
  switch (part) {
    case "predicted":
      return <PredictionChoice {...editor} />;
    case "score":
      return <ScoreRange {...editor} />;
    case "metadata":
      return <MetadataValues {...editor} />;
    case "uncovered_by_rules":
      return <RuleList {...editor} />;
    default:
      return <ValueList key={part} {...editor} part={part} />;
  }
}

/** Filters by agreement of prediction and annotation (TSE-12: one value or none). */
function PredictionChoice({ filters, onFilters }: EditorProps) {
  return (
    <div className="px-4 py-3">
      <SegmentedControl
        label={t("taskFilters.prediction.label")}
        options={(["any", "ok", "ko"] as const).map((value) => ({
          value,
          label: t(`taskFilters.prediction.${value}`),
        }))}
        value={filters.predicted ?? "any"}
        onChange={(predicted) => onFilters(readTaskFilters({ ...filters, predicted }))}
      />
    </div>
  );
}

/** From 0 to 100 %; the full range sets no filter. */
function ScoreRange({ filters, onFilters }: EditorProps) {
  const { from, to } = filters.score ?? { from: SCORE_TRACK.min, to: SCORE_TRACK.max };
  const set = (ends: Ends) => {
    const asks = conditionOfEnds(SCORE_TRACK, ends) !== null;
    onFilters(readTaskFilters({ ...filters, score: asks ? { from: ends[0], to: ends[1] } : null }));
  };
  return <RangeEnds title={t("taskFilters.scoreOf")} track={SCORE_TRACK} ends={[from, to]} onEnds={set} percent />;
}

/** Hides the records that these rules find; each rule is shown by its query (TSE-21). */
function RuleList({ rules, filters, onFilters }: EditorProps) {
  const chosen = filters.uncovered_by_rules ?? [];
  const choices = useMemo(() => plainChoices(rules.map((rule) => ({ value: rule, text: rule }))), [rules]);
  const all = rules.length > 0 && rules.every((rule) => chosen.includes(rule));
  const set = (values: readonly string[]) => onFilters(withValues(filters, "uncovered_by_rules", values));
  return (
    <div className="p-2">
      {rules.length > 1 && (
        <div className="mb-1 border-line border-b pb-1">
          <Checkbox
            label={t("taskFilters.rulesAll")}
            checked={all}
            onChange={(on) => set(on ? rules : [])}
            className="h-8 rounded-control px-2 hover:bg-hover max-md:h-11"
          />
        </div>
      )}
      <TermList title={t("taskFilters.list.uncovered_by_rules")} choices={choices} chosen={chosen} onChoose={set} />
    </div>
  );
}

type ValuePart = Exclude<ListPart, "uncovered_by_rules">;

function ValueList({ page, part, filters, onFilters }: EditorProps & { part: ValuePart }) {
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
function otherValues(part: ValuePart, { labels }: QueryPage): readonly string[] {
  if (part === "status") return TASK_STATUSES;
  return part === "predicted_as" || part === "annotated_as" ? labels.map(({ text }) => text) : NONE;
}

type FacetListProps = {
  page: QueryPage;
  filter: ActiveFilter;
  title: string;
  countsIn: (aggregations: Aggregations) => Counts;
  others?: readonly string[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
};

/**
 * The values of a filter, each with the number of records that it would find under all other filters. If the filter is off, the
 * page already has these counts.
 */
function FacetList({ page, filter, title, countsIn, others = NONE, chosen, onChoose }: FacetListProps) {
  const { filters } = page.view;
  const isOn = filter.key === undefined ? filters[filter.part] !== undefined : filter.key in (filters.metadata ?? {});
  const counts = useQuery({ ...page.countsFor(withoutFilter(filters, filter)), enabled: isOn });
  const known = (isOn ? counts.data?.aggregations : page.aggregations) ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the counts stand depends on the filter alone
  const choices = useMemo(
    () => (known === null ? null : choicesOf(countsIn(known), others)),
    [known, filter.part, filter.key, others],
  );
  if (choices === null) return <Waiting failed={isOn && counts.isError} onRetry={() => void counts.refetch()} />;
  return (
    <div className="p-2">
      <TermList title={title} choices={choices} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

function choicesOf(counts: Counts, others: readonly string[]): readonly TermChoice[] {
  const missing = others.filter((value) => !Object.hasOwn(counts, value)).map((value) => [value, 0] as const);
  return [...byCount(counts), ...missing].map(([value, count]) => ({ value, text: value, count }));
}

/** Shows the keys first, then the values of one key. */
function MetadataValues(editor: EditorProps) {
  const { page, filters, onFilters, at, onKey } = editor;
  const [from, setFrom] = useState<string | null>(null);
  if (at === null) return <Keys {...editor} from={from} />;
  const back = () => {
    setFrom(at);
    onKey(null);
  };
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

/** `from`: the key that the user came back from. Fractions and dates have no values to tick, so a query is offered. */
function Keys({ page, filters, from, onKey, onQuery }: EditorProps & { from: string | null }) {
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

/** The query clause for a key with fractions or dates, from the lowest to the highest value (TSE-22). */
function rangeQuery(key: string, stats: NonNullable<ReturnType<typeof statsOf>>): string {
  const { min, max, min_as_string, max_as_string } = stats;
  const end = (value: number | string | undefined, date: string | undefined) =>
    date === undefined ? String(value ?? "*") : `"${date}"`;
  const name = key.replace(/[\s+\-=&|!(){}[\]^"~*?:\\/]/g, "\\$&");
  return `metadata.${name}:[${end(min, min_as_string)} TO ${end(max, max_as_string)}]`;
}
