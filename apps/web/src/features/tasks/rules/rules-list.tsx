import type { LabelingRule, RuleMetrics } from "@postil/domain/tasks/labeling-rule";
import { t } from "i18next";
import { Search, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { EmptyState, InlineError } from "../../../ui/no-content.tsx";
import { VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { RoomForRows, SortHead, scrollerOf, useRowWindow } from "../../../ui/table-parts.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { METRICS, metricCells } from "./figures-panel.tsx";
import { useRulesMode } from "./rules-mode.ts";

/** All rules, in place of the records (RUL-24): their figures, a link to each, and deletion. */
export function RulesList() {
  const { rules, listFailed, reload, allFigures, goTo } = useRulesMode();
  const [sought, setSought] = useState("");
  const [sort, setSort] = useState<RulesSort>({ key: "created", descending: true });
  const [doomed, setDoomed] = useState<string | null>(null);
  const rows = (rules ?? []).map((rule) => ({ rule, metrics: allFigures.value?.each.get(rule.query) ?? null }));
  const box = useRef<HTMLInputElement>(null);
  useCommands([
    {
      ...{ id: "rules.find", label: t("taskRules.list.find"), icon: Search, group: "look", section: "dataset" },
      shortcuts: [{ keys: "/" }, { keys: "Q" }, { keys: "Alt+/" }],
      run: () => box.current?.focus(),
    },
  ]);
  const shown = sortRules(findRules(rows, sought), sort);
  return (
    <section
      aria-labelledby="rules-title"
      className="min-h-0 flex-1 overflow-auto pb-6 max-[960px]:overflow-visible max-md:px-4"
    >
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 pt-1 pb-3">
        <h1 id="rules-title" className="mr-auto font-strong text-title">
          {t("taskRules.list.title")}{" "}
          {rules !== undefined && (
            <span className="font-body text-soft tabular-nums">({rules.length.toLocaleString(LOCALE)})</span>
          )}
        </h1>
        {rows.length > 0 && <Overall />}
      </div>
      {listFailed && <InlineError message={t("taskRules.listFailed")} onRetry={reload} />}
      {rules?.length === 0 && (
        <EmptyState
          title={t("taskRules.list.none")}
          actions={<Button onClick={() => goTo("records")}>{t("taskRules.list.start")}</Button>}
        >
          {t("taskRules.list.noneHint")}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <SearchInput
            ref={box}
            keys="/"
            label={t("taskRules.list.find")}
            value={sought}
            onChange={setSought}
            className="mb-2 w-80 max-w-full flex-none"
          />
          {shown.length > 0 ? (
            <RulesTable rows={shown} sort={sort} onSort={setSort} onDelete={setDoomed} />
          ) : (
            <p className="flex items-center gap-2 py-3 text-soft">
              {t("taskRules.list.noMatch", { query: sought })}
              <button type="button" className="text-accent" onClick={() => setSought("")}>
                {t("taskRules.list.clear")}
              </button>
            </p>
          )}
        </>
      )}
      {doomed !== null && <DeleteRule query={doomed} onClose={() => setDoomed(null)} />}
    </section>
  );
}

function Overall() {
  const { allFigures } = useRulesMode();
  if (allFigures.value === null) return null;
  const all = metricCells(allFigures.value.coverage, allFigures.value.sums);
  return (
    <dl className="flex flex-wrap gap-x-6 text-soft">
      {METRICS.map((metric) => (
        <div key={metric} className="flex gap-1">
          <dt>{t(`taskRules.metric.${metric}`)}</dt>
          <dd className="tabular-nums">
            <b className="font-strong text-ink">{all[metric]?.text ?? t("taskRules.metric.unknown")}</b>{" "}
            {all[metric]?.below}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Asks once, with the name of the rule (TOA-11). */
function DeleteRule({ query, onClose }: { query: string; onClose: () => void }) {
  const { remove } = useRulesMode();
  const [isGoing, setIsGoing] = useState(false);
  const go = async () => {
    setIsGoing(true);
    await remove(query);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t("taskRules.delete.title")}
      action={t("taskRules.delete.go")}
      isGoing={isGoing}
      onClose={onClose}
      onConfirm={() => void go()}
    >
      <p translate="no" className="max-h-24 overflow-auto font-mono text-small wrap-anywhere">
        {query}
      </p>
      <p className="mt-2 text-soft">{t("taskRules.delete.body")}</p>
    </ConfirmDialog>
  );
}

const FIGURES = ["coverage", "annotated", "correct", "incorrect", "precision"] as const;
/** The widths of the columns; in a narrow window the least needed columns are hidden. */
const WIDTHS = {
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
const CELL = "overflow-hidden pr-3 text-ellipsis whitespace-nowrap";

/** The height of a row in px. */
const ROW_HEIGHT = 48;

type RulesTableProps = {
  rows: readonly RuleRow[];
  sort: RulesSort;
  onSort: (sort: RulesSort) => void;
  onDelete: (query: string) => void;
};

/** The rules with their figures. A long list draws only the visible rows. */
function RulesTable({ rows, sort, onSort, onDelete }: RulesTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { windowed, first, end, before, after } = useRowWindow({
    count: rows.length,
    body,
    height: ROW_HEIGHT,
    scroller: () => scrollerOf(body.current),
  });
  const head = (key: SortKey, title: string) => (
    <SortHead
      key={key}
      title={title}
      on={sort.key === key}
      descending={(sort.key === key ? sort : nextSort(sort, key)).descending}
      onSort={() => onSort(nextSort(sort, key))}
      right={FIGURES.some((figure) => figure === key)}
      className={WIDTHS[key]}
    />
  );
  return (
    <table
      aria-label={t("taskRules.list.title")}
      aria-rowcount={windowed ? rows.length + 1 : undefined}
      className="w-full table-fixed border-collapse"
    >
      <thead>
        <tr className="h-9 border-line border-b text-left text-small">
          {head("query", t("taskRules.list.query"))}
          {head("labels", t("words.labels"))}
          <th scope="col" className={cx("pr-3 font-body text-soft", WIDTHS.description)}>
            {t("words.description")}
          </th>
          {FIGURES.map((key) => head(key, t(`taskRules.metric.${key}`)))}
          {head("created", t("words.created"))}
          <th scope="col" className="w-10">
            <VisuallyHidden>{t("words.actions")}</VisuallyHidden>
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

type RowProps = {
  row: RuleRow;
  /** the position among all rows, if only some are drawn */
  place: number | undefined;
  onDelete: (query: string) => void;
};

function Row({ row: { rule, metrics }, place, onDelete }: RowProps) {
  const { open } = useRulesMode();
  const { query, labels, description } = rule;
  const written = metrics && metricCells(metrics, metrics);
  return (
    <tr aria-rowindex={place} className="group/row h-12 border-line border-b hover:bg-hover">
      <td className={cx(CELL, WIDTHS.query)}>
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
      <td className={cx(CELL, WIDTHS.labels)} title={labels.join(", ")}>
        {labels.join(", ")}
      </td>
      <td className={cx(CELL, WIDTHS.description, "text-soft")} title={description ?? undefined}>
        {description === query ? "" : description}
      </td>
      {FIGURES.map((key) => (
        <td key={key} className={cx("pr-4 tabular-nums", WIDTHS[key])}>
          {written?.[key]?.text ?? t("taskRules.metric.unknown")}
          {written?.[key]?.below !== undefined && (
            <span className="block text-key text-soft"> {written[key].below}</span>
          )}
        </td>
      ))}
      <td className={cx(CELL, WIDTHS.created, "text-soft")}>
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

export type RuleRow = { readonly rule: LabelingRule; readonly metrics: RuleMetrics | null };

export const SORT_KEYS = ["query", "labels", ...FIGURES, "created"] as const;
type SortKey = (typeof SORT_KEYS)[number];

/** The values that the list can be sorted by; null if it is unknown. */
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
type RulesSort = { readonly key: SortKey; readonly descending: boolean };

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
