import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import { useRef } from "react";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";
import { RoomForRows, useRowWindow } from "../../../ui/row-window.tsx";
import { SortHead } from "../../../ui/sort-head.tsx";
import { useCards } from "../../../ui/use-cards.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { type Column, SORTED, TABLE, WIDTHS } from "./columns.ts";
import type { PeopleSort } from "./people-criteria.ts";
import { PersonRow, type RowContext } from "./person-row.tsx";

type TableProps = {
  people: readonly Person[];
  columns: readonly Column[];
  sort: PeopleSort;
  onSort: (sort: PeopleSort) => void;
  context: RowContext;
};

/** px, as `columns.ts` has them */
const ROW_HEIGHT = 48;
const CARD_HEIGHT = 96;

/** The list as a table; of a long one only what is in view is drawn. */
export function PeopleTable({ people, columns, sort, onSort, context }: TableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { windowed, first, end, before, after } = useRowWindow({
    count: people.length,
    body,
    height: useCards() ? CARD_HEIGHT : ROW_HEIGHT,
    scroller: () => document.getElementById(CONTENT_ID),
  });
  return (
    <table
      aria-label={t("administration.people")}
      aria-rowcount={windowed ? people.length + 1 : undefined}
      className={TABLE}
    >
      <Head columns={columns} sort={sort} onSort={onSort} context={context} />
      <tbody ref={body} className="max-[640px]:block">
        <RoomForRows height={before} className="max-[640px]:block" />
        {people.slice(first, end).map((person, place) => (
          <PersonRow
            key={person.id}
            person={person}
            columns={columns}
            context={context}
            index={windowed ? first + place + 2 : undefined}
          />
        ))}
        <RoomForRows height={after} className="max-[640px]:block" />
      </tbody>
    </table>
  );
}

function Head({ columns, sort, onSort, context }: Omit<TableProps, "people">) {
  return (
    <thead className="max-[640px]:sr-only">
      <tr aria-rowindex={1} className="h-9 border-line border-b text-left text-small">
        {columns.map((column) => {
          const title = t(`people.column.${column}`, { workspace: context.workspaceName ?? "" });
          const sorted = SORTED[column];
          if (sorted === undefined)
            return (
              <th key={column} scope="col" className={`pr-3 font-body text-soft ${WIDTHS[column]}`}>
                {column === "actions" ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            );
          const on = sort.column === sorted;
          const descends = sorted === "lastSeen" || sorted === "answers";
          return (
            <SortHead
              key={column}
              title={title}
              on={on}
              descending={on ? sort.descending : descends}
              onSort={() => onSort({ column: sorted, descending: on ? !sort.descending : descends })}
              right={column === "answers"}
              className={WIDTHS[column]}
            />
          );
        })}
      </tr>
    </thead>
  );
}
