import { t } from "i18next";
import { Fragment, memo, type ReactNode, useRef } from "react";
import { cx } from "./cx.ts";
import { CONTENT_ID } from "./layouts/frame.tsx";
import { mediaHook } from "./media.ts";
import { VisuallyHidden } from "./screen-reader.tsx";
import { Skeleton, SkeletonBar } from "./skeleton.tsx";
import { RoomForRows, SortHead, useRowWindow } from "./table-parts.tsx";

type Row = { readonly id: string };

/** True below 640 px, where the rows of a table are cards. Must match the column classes (`max-[640px]`). */
export const useCards = mediaHook("(max-width: 639.98px)");

export type ListSort<Column extends string> = { readonly column: Column; readonly descending: boolean };

export type ListColumn<R, Sorted extends string = never> = {
  readonly name: string;
  readonly title: ReactNode;
  /** true: only screen readers get the title */
  readonly hidden?: boolean;
  /** the classes of the header cell, and of a cell */
  readonly head?: string;
  readonly cell?: string;
  readonly draw: (row: R) => ReactNode;
  /** set if the list can be sorted by this column; with `descends` the first order is descending */
  readonly sorted?: Sorted;
  readonly descends?: boolean;
  /** the fixed order of the list, if it is sorted by this column */
  readonly order?: "descending";
  /** true: numbers, aligned right with their header */
  readonly right?: boolean;
  /** width of the placeholder while the list loads, px: one for all rows or one per row; without it the cell is empty */
  readonly skeletonWidth?: number | readonly number[];
};

type ListLook = {
  readonly table: string;
  readonly head?: string;
  readonly heads: string;
  /** classes of a header cell that does not sort */
  readonly title: string;
  readonly body?: string;
  /** classes of a row, also of a placeholder row */
  readonly row: string;
  /** row heights, px, so that a long list renders only the rows in view; without it all rows render */
  readonly heights?: { readonly row: number; readonly card: number };
};

/** Rows of 48 px. Below 640 px a row is a card of 96 px, or of `tall`, with its parts in this grid. */
export const cardsLook = (grid: string, tall?: { readonly look: string; readonly card: number }): ListLook => ({
  table: "w-full table-fixed border-collapse max-[640px]:block",
  head: "max-[640px]:sr-only",
  heads: "h-9 border-line border-b text-left text-small",
  title: "pr-3 font-body text-soft",
  body: "max-[640px]:block",
  row: `h-12 border-line border-b max-[640px]:grid ${tall?.look ?? "max-[640px]:h-24"} ${grid} max-[640px]:content-center max-[640px]:gap-x-3`,
  heights: { row: 48, card: tall?.card ?? 96 },
});

type ListTableProps<R extends Row, S extends string> = {
  label?: string;
  /** the id of the heading that names it */
  labelledBy?: string;
  look: ListLook;
  /** rows render again when this array changes */
  columns: readonly ListColumn<R, S>[];
  rows: readonly R[];
  /** further classes of a row */
  rowClass?: (row: R) => string | undefined;
  /** an extra line above a row */
  above?: (row: R, previous: R | undefined) => ReactNode;
  sort?: ListSort<S>;
  onSort?: (sort: ListSort<S>) => void;
  /** number of rows rendered outside the view */
  overscan?: number;
};

export function ListTable<R extends Row, S extends string>(props: ListTableProps<R, S>) {
  const { look, columns, rows, rowClass, above } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const cards = useCards();
  const { heights } = look;
  const { windowed, first, end, before, after } = useRowWindow({
    count: heights === undefined ? 0 : rows.length,
    body,
    height: heights?.[cards ? "card" : "row"] ?? 0,
    scroller: () => document.getElementById(CONTENT_ID),
    ...(props.overscan === undefined ? {} : { overscan: props.overscan }),
  });
  const drawn = windowed ? rows.slice(first, end) : rows;
  return (
    <table
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-rowcount={windowed ? rows.length + 1 : undefined}
      className={look.table}
    >
      <Heads look={look} columns={columns} sort={props.sort} onSort={props.onSort} />
      <tbody ref={body} className={look.body}>
        <RoomForRows height={before} className="max-[640px]:block" />
        {drawn.map((row, place) => (
          <Fragment key={row.id}>
            {above?.(row, drawn[place - 1])}
            <ListRow
              row={row}
              columns={columns}
              index={windowed ? first + place + 2 : undefined}
              className={cx(rowClass?.(row), look.row)}
            />
          </Fragment>
        ))}
        <RoomForRows height={after} className="max-[640px]:block" />
      </tbody>
    </table>
  );
}

type HeadsProps<S extends string> = {
  look: ListLook;
  columns: readonly ListColumn<never, S>[];
  sort?: ListSort<S> | undefined;
  onSort?: ((sort: ListSort<S>) => void) | undefined;
};

function Heads<S extends string>({ look, columns, sort, onSort }: HeadsProps<S>) {
  return (
    <thead className={look.head}>
      <tr aria-rowindex={1} className={look.heads}>
        {columns.map(({ name, title, hidden = false, head, order, sorted, descends = false, right = false }) => {
          if (sorted === undefined || sort === undefined || onSort === undefined)
            return (
              <th key={name} scope="col" aria-sort={order} className={cx(look.title, head)}>
                {hidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            );
          const on = sort.column === sorted;
          return (
            <SortHead
              key={name}
              title={title}
              on={on}
              descending={on ? sort.descending : descends}
              onSort={() => onSort({ column: sorted, descending: on ? !sort.descending : descends })}
              right={right}
              className={head}
            />
          );
        })}
      </tr>
    </thead>
  );
}

type ListRowProps<R extends Row> = {
  row: R;
  columns: readonly ListColumn<R, string>[];
  /** row number among all rows, from 2, when only the rows in view are rendered */
  index: number | undefined;
  className: string;
};

// `memo` loses the generic type of the component.
const ListRow = memo(function ListRow<R extends Row>({ row, columns, index, className }: ListRowProps<R>) {
  return (
    <tr aria-rowindex={index} data-row={row.id} className={className}>
      {columns.map(({ name, cell, draw }) => (
        <td key={name} className={cell}>
          {draw(row)}
        </td>
      ))}
    </tr>
  );
}) as <R extends Row>(props: ListRowProps<R>) => ReactNode;

type ListSkeletonProps = {
  look: ListLook;
  columns: readonly ListColumn<never, string>[];
  rows: number;
  /** classes that leave room above the rows; without it the header row shows */
  className?: string;
};

/** Placeholder of a list: a bar for each text. */
export function ListSkeleton({ look, columns, rows, className }: ListSkeletonProps) {
  return (
    <Skeleton label={t("common.loading")} className={className}>
      <table className={look.table}>
        {className === undefined && <Heads look={look} columns={columns} />}
        <tbody className={look.body}>
          {[...Array(rows).keys()].map((row) => (
            <tr key={row} className={look.row}>
              {columns.map(({ name, cell, skeletonWidth }) => {
                const width = typeof skeletonWidth === "object" ? skeletonWidth[row] : skeletonWidth;
                return (
                  <td key={name} className={cell}>
                    {width !== undefined && (
                      <span className="inline-block max-w-full align-middle">
                        <SkeletonBar width={width} />
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Skeleton>
  );
}
