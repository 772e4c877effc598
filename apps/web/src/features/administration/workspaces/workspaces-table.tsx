import type { WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { t } from "i18next";
import { cx } from "../../../ui/cx.ts";
import { SortHead } from "../../../ui/sort-head.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { COLUMN_NAMES, COLUMNS, type Column, TABLE } from "./columns.ts";
import { type RowContext, WorkspaceRow } from "./workspace-row.tsx";
import { SORTED_COLUMNS, type SortedColumn, type WorkspacesSort } from "./workspaces-criteria.ts";

type TableProps = {
  workspaces: readonly WorkspaceSummary[];
  sort: WorkspacesSort;
  onSort: (sort: WorkspacesSort) => void;
  context: RowContext;
};

/** Owners have a dozen of them, or some hundred. */
export function WorkspacesTable({ workspaces, context, ...sorting }: TableProps) {
  return (
    <table aria-label={t("administration.workspaces")} className={TABLE}>
      <thead className="max-[640px]:sr-only">
        <tr className="h-9 border-line border-b text-left text-small">
          {COLUMN_NAMES.map((column) => (
            <Head key={column} column={column} {...sorting} />
          ))}
        </tr>
      </thead>
      <tbody className="max-[640px]:block">
        {workspaces.map((workspace) => (
          <WorkspaceRow key={workspace.id} workspace={workspace} context={context} />
        ))}
      </tbody>
    </table>
  );
}

const isSorted = (column: Column): column is SortedColumn => SORTED_COLUMNS.some((sorted) => sorted === column);

function Head({ column, sort, onSort }: Pick<TableProps, "sort" | "onSort"> & { column: Column }) {
  const title = t(`workspaces.column.${column}`);
  // The room that an arrow would take belongs to the figures.
  const look = cx(COLUMNS[column].replace(/text-soft|overflow-hidden/g, ""), "[&.text-right>button]:-mr-4.5");
  if (!isSorted(column))
    return (
      <th scope="col" className={look}>
        <VisuallyHidden>{title}</VisuallyHidden>
      </th>
    );
  const on = sort.column === column;
  // Names begin at the front, figures and times with the most and the latest.
  const descends = column !== "name";
  return (
    <SortHead
      title={title}
      on={on}
      descending={on ? sort.descending : descends}
      onSort={() => onSort({ column, descending: on ? !sort.descending : descends })}
      className={look}
    />
  );
}
