import { t } from "i18next";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TableBones } from "../../ui/table-bones.tsx";
import { CELLS, type Column, ROW, TABLE } from "./columns.ts";
import { Head } from "./datasets-table.tsx";

/** px, of eight rows (design/list.md) */
const NAMES = [180, 128, 152, 112, 168, 140, 120, 156];
const WIDTHS = { name: NAMES, workspace: 80, task: 96, progress: 144, created: 44, lastActivity: 72 };
const LOOK = { body: "max-[640px]:block", row: ROW, cells: CELLS };

/** Stands exactly where the rows will. */
export function ListSkeleton({ columns }: { columns: readonly Column[] }) {
  return (
    <Skeleton label={t("common.loading")}>
      <table className={TABLE}>
        <Head columns={columns} sort={null} />
        <TableBones columns={columns} rows={NAMES.length} look={LOOK} widths={WIDTHS} />
      </table>
    </Skeleton>
  );
}
