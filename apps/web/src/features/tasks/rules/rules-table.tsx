import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { RuleMetrics } from "@postil/domain/tasks/rule-metrics";
import { t } from "i18next";
import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { cx } from "../../../ui/cx.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { RoomForRows, scrollerOf, useRowWindow } from "../../../ui/row-window.tsx";
import { SortHead } from "../../../ui/sort-head.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { useCells } from "./metrics-table.tsx";
import { useRulesMode } from "./rules-mode.ts";

type RulesTableProps = {
  rows: readonly RuleRow[];
  sort: RulesSort;
  onSort: (key: SortKey) => void;
  onDelete: (query: string) => void;
};

/** The widths of the columns; in a narrow window the least needed columns are hidden. */
const COLUMNS = {
  query: "",
  labels: "w-40 max-md:w-28",
  description: "w-64 max-[1300px]:hidden",
  coverage: "w-24 text-right max-[640px]:hidden",
  annotated: "w-40 text-right max-[1080px]:hidden",
  correct: "w-20 text-right max-[860px]:hidden",
  incorrect: "w-22 text-right max-[860px]:hidden",
  precision: "w-22 text-right",
  created: "w-28 pl-6 max-[960px]:hidden",
} as const;
const FIGURES = ["coverage", "annotated", "correct", "incorrect", "precision"] as const;
const isFigure = (key: SortKey) => FIGURES.some((figure) => figure === key);
const CELL = "overflow-hidden pr-3 text-ellipsis whitespace-nowrap";

/** The height of a row in px. */
const ROW_HEIGHT = 48;

/** The rules with their figures, sortable by any column. A long list draws only the visible rows. */
export function RulesTable({ rows, sort, onSort, onDelete }: RulesTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { windowed, first, end, before, after } = useRowWindow({
    count: rows.length,
    body,
    height: ROW_HEIGHT,
    scroller: () => scrollerOf(body.current),
  });
  return (
    <table
      aria-label={t("taskRules.list.title")}
      aria-rowcount={windowed ? rows.length + 1 : undefined}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr className="h-9 border-line border-b text-left text-small">
          <SortedHead sortKey="query" title={t("taskRules.list.query")} sort={sort} onSort={onSort} />
          <SortedHead sortKey="labels" title={t("taskRules.list.labels")} sort={sort} onSort={onSort} />
          <th scope="col" className={cx("pr-3 font-body text-soft", COLUMNS.description)}>
            {t("taskRules.list.description")}
          </th>
          {FIGURES.map((key) => (
            <SortedHead key={key} sortKey={key} title={t(`taskRules.metric.${key}`)} sort={sort} onSort={onSort} />
          ))}
          <SortedHead sortKey="created" title={t("taskRules.list.created")} sort={sort} onSort={onSort} />
          <th scope="col" className="w-10">
            <VisuallyHidden>{t("taskRules.list.actions")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <RoomForRows height={before} />
        {rows.slice(first, end).map((row, at) => (
          <Row key={row.rule.query} row={row} place={windowed ? first + at + 2 : undefined} onDelete={onDelete} />
        ))}
        <RoomForRows height={after} />
      </tbody>
    </table>
  );
}

type SortedHeadProps = Pick<RulesTableProps, "sort" | "onSort"> & { sortKey: SortKey; title: string };

function SortedHead({ sortKey, title, sort, onSort }: SortedHeadProps) {
  const on = sort.key === sortKey;
  return (
    <SortHead
      title={title}
      on={on}
      descending={(on ? sort : nextSort(sort, sortKey)).descending}
      onSort={() => onSort(sortKey)}
      right={isFigure(sortKey)}
      className={COLUMNS[sortKey]}
    />
  );
}

type RowProps = Pick<RulesTableProps, "onDelete"> & {
  row: RuleRow;
  /** the position among all rows, if only some are drawn */
  place: number | undefined;
};

function Row({ row: { rule, metrics }, place, onDelete }: RowProps) {
  const { open } = useRulesMode();
  const cells = useCells();
  const { query, labels, description } = rule;
  const written = metrics && cells(metrics, metrics);
  return (
    <tr aria-rowindex={place} className="group/row h-12 border-line border-b hover:bg-hover">
      <td className={cx(CELL, COLUMNS.query)}>
        <button
          translate="no"
          type="button"
          title={query}
          onClick={() => open(query)}
          className="max-w-full truncate rounded-key py-1 font-mono text-small hover:underline"
        >
          {query}
        </button>
      </td>
      <td className={cx(CELL, COLUMNS.labels)} title={labels.join(", ")}>
        {labels.join(", ")}
      </td>
      <td className={cx(CELL, COLUMNS.description, "text-soft")} title={description ?? undefined}>
        {description === query ? "" : description}
      </td>
      {FIGURES.map((key) => (
        <td key={key} className={cx("pr-4 tabular-nums", COLUMNS[key])}>
          {written?.[key]?.text ?? t("taskRules.metric.unknown")}
          {written?.[key]?.below !== undefined && (
            <span className="block text-key text-soft"> {written[key].below}</span>
          )}
        </td>
      ))}
      <td className={cx(CELL, COLUMNS.created, "text-soft")}>
        <RelativeTime at={rule.createdAt} />
      </td>
      <td>
        <IconButton
          icon={Trash2}
          translate="no"
          label={t("taskRules.list.delete", { query })}
          onClick={() => onDelete(query)}
          className="opacity-0 focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100"
        />
      </td>
    </tr>
  );
}

export const SORT_KEYS = [
  "query",
  "labels",
  "coverage",
  "annotated",
  "correct",
  "incorrect",
  "precision",
  "created",
] as const;
type SortKey = (typeof SORT_KEYS)[number];
type RulesSort = { readonly key: SortKey; readonly descending: boolean };

export const NEWEST_FIRST: RulesSort = { key: "created", descending: true };

export type RuleRow = { readonly rule: LabelingRule; readonly metrics: RuleMetrics | null };

const VALUES: { readonly [Key in SortKey]: (row: RuleRow) => string | number | null } = {
  query: ({ rule }) => rule.query,
  labels: ({ rule }) => rule.labels.join(", "),
  coverage: ({ metrics }) => metrics?.coverage ?? null,
  annotated: ({ metrics }) => metrics?.coverageAnnotated ?? null,
  correct: ({ metrics }) => metrics?.correct ?? null,
  incorrect: ({ metrics }) => metrics?.incorrect ?? null,
  precision: ({ metrics }) => metrics?.precision ?? null,
  created: ({ rule }) => rule.createdAt,
};

const TEXTS: readonly SortKey[] = ["query", "labels"];

/** A new column starts in its usual order: texts from A, numbers from the highest. The same column reverses its order. */
export const nextSort = (sort: RulesSort, key: SortKey): RulesSort =>
  sort.key === key ? { key, descending: !sort.descending } : { key, descending: !TEXTS.includes(key) };

/** Unknown values are last in both orders. */
export function sortRules(rows: readonly RuleRow[], { key, descending }: RulesSort): readonly RuleRow[] {
  const read = VALUES[key];
  const order = (a: RuleRow, b: RuleRow): number => {
    const [one, other] = [read(a), read(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const ascending = typeof one === "string" ? one.localeCompare(String(other)) : one - Number(other);
    return descending ? -ascending : ascending;
  };
  return [...rows].sort(order);
}

/** The rules whose queries contain all of the words, in any case. */
export function findRules(rows: readonly RuleRow[], sought: string): readonly RuleRow[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ rule }) => words.every((word) => rule.query.toLowerCase().includes(word)));
}
