import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { CONTENT_ID } from "../../ui/layouts/frame.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { type Column, TABLE, WIDTHS } from "./columns.ts";
import { Row } from "./dataset-row.tsx";
import type { DatasetsSort } from "./list-criteria.ts";
import type { DatasetRow } from "./rows.ts";
import { useCards } from "./use-cards.ts";

type TableProps = {
  rows: readonly DatasetRow[];
  columns: readonly Column[];
  sort: DatasetsSort;
  onSort: (sort: DatasetsSort) => void;
  pinned: ReadonlySet<string>;
  onPin: (id: string) => void;
  /** ms */
  now: number;
};

/** px, as `dataset-row.tsx` draws them */
const ROW_HEIGHT = 48;
const CARD_HEIGHT = 96;
/** From so many rows on only those in view are rendered, and only they ask for their progress. */
const WINDOW_FROM = 100;
const OVERSCAN = 10;

/** The list as a table; a long one renders what is in view. */
export function DatasetsTable({ rows, columns, sort, onSort, pinned, onPin, now }: TableProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const { windowed, first, end, before, after } = useRowWindow(rows.length, body);
  return (
    <table
      aria-label={t("datasets.title")}
      aria-rowcount={windowed ? rows.length + 1 : undefined}
      data-team={columns.includes("team") || undefined}
      className={TABLE}
    >
      <Head columns={columns} sort={sort} onSort={onSort} />
      <tbody ref={body} className="max-[640px]:block">
        <Space height={before} columns={columns.length} />
        {rows.slice(first, end).map((row, place) => (
          <Row
            key={row.id}
            row={row}
            columns={columns}
            pinned={pinned.has(row.id)}
            onPin={onPin}
            now={now}
            index={windowed ? first + place + 2 : undefined}
          />
        ))}
        <Space height={after} columns={columns.length} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that are not rendered. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row cannot have the focus
    <tr aria-hidden="true" className="max-[640px]:block" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}

function useRowWindow(count: number, body: { readonly current: HTMLElement | null }) {
  const cards = useCards();
  const windowed = count >= WINDOW_FROM;
  const height = cards ? CARD_HEIGHT : ROW_HEIGHT;
  const virtualizer = useVirtualizer({
    count,
    enabled: windowed,
    getScrollElement: () => document.getElementById(CONTENT_ID),
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  if (!windowed) return { windowed, first: 0, end: count, before: 0, after: 0 };
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  return { windowed, first, end, before: first * height, after: (count - end) * height };
}

const SORTABLE: { readonly [Name in Column]?: DatasetsSort extends `${infer Key}:${string}` ? Key : never } = {
  name: "name",
  workspace: "workspace",
  created: "createdAt",
  lastActivity: "lastActivityAt",
};
const HIDDEN_TITLES: readonly Column[] = ["pin", "actions"];
const TITLES = {
  pin: "pinned",
  name: "name",
  workspace: "workspace",
  task: "task",
  tags: "tags",
  progress: "progress",
  team: "teamProgress",
  created: "created",
  lastActivity: "lastActivity",
  actions: "actions",
} as const satisfies { readonly [Name in Column]: string };

type HeadProps = Pick<TableProps, "columns"> & { sort: DatasetsSort | null; onSort?: TableProps["onSort"] };

/** `sort` is null while there is nothing to sort. */
export function Head({ columns, sort, onSort }: HeadProps) {
  const { t } = useTranslation();
  return (
    <thead className="max-[640px]:sr-only">
      <tr aria-rowindex={1} className="h-9 border-line border-b text-left text-small">
        {columns.map((column) => {
          const title = t(`datasets.${TITLES[column]}`);
          const key = SORTABLE[column];
          if (key !== undefined && sort !== null && onSort !== undefined)
            return <SortHead key={column} column={column} sortKey={key} title={title} sort={sort} onSort={onSort} />;
          return (
            <th key={column} scope="col" className={cx("pr-3 font-body text-soft", WIDTHS[column])}>
              {HIDDEN_TITLES.includes(column) ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type SortKey = NonNullable<(typeof SORTABLE)[Column]>;
type SortHeadProps = {
  column: Column;
  sortKey: SortKey;
  title: string;
  sort: DatasetsSort;
  onSort: (sort: DatasetsSort) => void;
};

/** Texts begin at A, times with the newest; the next click turns the order round. */
function SortHead({ column, sortKey, title, sort, onSort }: SortHeadProps) {
  const [key, direction] = sort.split(":");
  const on = key === sortKey;
  const start = sortKey === "name" || sortKey === "workspace" ? "asc" : "desc";
  const next = on ? (direction === "asc" ? "desc" : "asc") : start;
  return (
    <th
      scope="col"
      aria-sort={on ? (direction === "asc" ? "ascending" : "descending") : "none"}
      className={cx("group/head pr-3 font-body", WIDTHS[column])}
    >
      <button
        type="button"
        onClick={() => onSort(`${sortKey}:${next}`)}
        className={cx("inline-flex items-center gap-1 rounded-key hover:text-ink", on ? "text-ink" : "text-soft")}
      >
        {title}
        <span className={on ? "" : "opacity-0 group-hover/head:opacity-100"}>
          <Icon of={(on ? direction : start) === "asc" ? ArrowUp : ArrowDown} size={14} />
        </span>
      </button>
    </th>
  );
}
