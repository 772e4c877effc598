import { useTranslation } from "react-i18next";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { CELLS, type Column, ROW, TABLE } from "./columns.ts";
import { Head } from "./datasets-table.tsx";

/** Eight rows (design/list.md), by the widths of their names, px. */
const NAMES = [180, 128, 152, 112, 168, 140, 120, 156];

/** px; columns that are empty until the pointer comes have no bar. */
const BAR_WIDTHS: { readonly [Name in Column]?: number } = {
  workspace: 80,
  task: 96,
  progress: 144,
  team: 144,
  created: 44,
  lastActivity: 72,
};

/** Stands exactly where the rows will. */
export function ListSkeleton({ columns }: { columns: readonly Column[] }) {
  const { t } = useTranslation();
  return (
    <Skeleton label={t("common.loading")}>
      <table data-team={columns.includes("team") || undefined} className={TABLE}>
        <Head columns={columns} sort={null} />
        <tbody className="max-[640px]:block">
          {NAMES.map((nameWidth) => (
            <tr key={nameWidth} className={ROW}>
              {columns.map((column) => {
                const width = column === "name" ? nameWidth : BAR_WIDTHS[column];
                return (
                  <td key={column} className={CELLS[column]}>
                    {width !== undefined && <SkeletonBar width={width} />}
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
