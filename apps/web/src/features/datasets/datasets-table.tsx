import { t } from "i18next";
import { useRef } from "react";
import { cx } from "../../ui/cx.ts";
import { CONTENT_ID } from "../../ui/layouts/frame.tsx";
import { RoomForRows, useRowWindow } from "../../ui/row-window.tsx";
import { SortHead } from "../../ui/sort-head.tsx";
import { useCards } from "../../ui/use-cards.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { type Column, TABLE, WIDTHS } from "./columns.ts";
import { Row } from "./dataset-row.tsx";
import type { DatasetsSort } from "./list-criteria.ts";
import type { DatasetRow } from "./rows.ts";

type TableProps = {
  rows: readonly DatasetRow[];
  columns: readonly Column[];
  sort: DatasetsSort;
  onSort: (sort: DatasetsSort) => void;
  pinned: ReadonlySet<string>;
  onPin: (id: string) => void;
  /** whether the reader sees how far the team is */
  team: boolean;
  /** ms */
  now: number;
};

/** px, as `dataset-row.tsx` draws them */
const ROW_HEIGHT = 48;
const CARD_HEIGHT = 96;
/** Only rows that are drawn ask for their progress. */
const OVERSCAN = 10;

/** The list as a table; a long one renders what is in view. */
export function DatasetsTable({ rows, columns, sort, onSort, pinned, onPin, team, now }: TableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { windowed, first, end, before, after } = useRowWindow({
    count: rows.length,
    body,
    height: useCards() ? CARD_HEIGHT : ROW_HEIGHT,
    scroller: () => document.getElementById(CONTENT_ID),
    overscan: OVERSCAN,
  });
  return (
    <table aria-label={t("datasets.title")} aria-rowcount={windowed ? rows.length + 1 : undefined} className={TABLE}>
      <Head columns={columns} sort={sort} onSort={onSort} />
      <tbody ref={body} className="max-[640px]:block">
        <RoomForRows height={before} className="max-[640px]:block" />
        {rows.slice(first, end).map((row, place) => (
          <Row
            key={row.id}
            row={row}
            columns={columns}
            pinned={pinned.has(row.id)}
            onPin={onPin}
            team={team}
            now={now}
            index={windowed ? first + place + 2 : undefined}
          />
        ))}
        <RoomForRows height={after} className="max-[640px]:block" />
      </tbody>
    </table>
  );
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
  created: "created",
  lastActivity: "lastActivity",
  actions: "actions",
} as const satisfies { readonly [Name in Column]: string };

type HeadProps = Pick<TableProps, "columns"> & { sort: DatasetsSort | null; onSort?: TableProps["onSort"] };

/** `sort` is null while there is nothing to sort. */
export function Head({ columns, sort, onSort }: HeadProps) {
  return (
    <thead className="max-[640px]:sr-only">
      <tr aria-rowindex={1} className="h-9 border-line border-b text-left text-small">
        {columns.map((column) => {
          const title = t(`datasets.${TITLES[column]}`);
          const key = SORTABLE[column];
          if (key !== undefined && sort !== null && onSort !== undefined)
            return <SortedHead key={column} column={column} sortKey={key} title={title} sort={sort} onSort={onSort} />;
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

type SortedHeadProps = {
  column: Column;
  sortKey: NonNullable<(typeof SORTABLE)[Column]>;
  title: string;
  sort: DatasetsSort;
  onSort: (sort: DatasetsSort) => void;
};

/** Texts begin at A, times with the newest; the next click turns the order round. */
function SortedHead({ column, sortKey, title, sort, onSort }: SortedHeadProps) {
  const [key, direction] = sort.split(":");
  const on = key === sortKey;
  const start = sortKey === "name" || sortKey === "workspace" ? "asc" : "desc";
  const next = on ? (direction === "asc" ? "desc" : "asc") : start;
  return (
    <SortHead
      title={title}
      on={on}
      descending={(on ? direction : start) === "desc"}
      onSort={() => onSort(`${sortKey}:${next}`)}
      className={WIDTHS[column]}
    />
  );
}
