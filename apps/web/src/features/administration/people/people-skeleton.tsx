import { t } from "i18next";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TableBones } from "../../../ui/table-bones.tsx";
import { CELLS, type Column, ROW, TABLE } from "./columns.ts";

/** px, of eight rows */
const NAMES = [128, 96, 112, 152, 104, 120, 108, 136];
const WIDTHS = { name: NAMES, username: 104, role: 64, workspaces: 144, since: 48, lastSeen: 80, answers: 32 };
const LOOK = { body: "max-[640px]:block", row: ROW, cells: CELLS };

/** Stands where the rows will. */
export function PeopleSkeleton({ columns }: { columns: readonly Column[] }) {
  return (
    <Skeleton label={t("common.loading")} className="pt-9">
      <table className={TABLE}>
        <TableBones columns={columns} rows={NAMES.length} look={LOOK} widths={WIDTHS} />
      </table>
    </Skeleton>
  );
}
