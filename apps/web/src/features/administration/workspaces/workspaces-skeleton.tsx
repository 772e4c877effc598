import { t } from "i18next";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TableBones } from "../../../ui/table-bones.tsx";
import { COLUMN_NAMES, COLUMNS, ROW, TABLE } from "./columns.ts";

/** px, of six rows */
const NAMES = [96, 80, 104, 64, 88, 72];
const WIDTHS = {
  name: NAMES,
  members: 16,
  who: 224,
  datasets: 16,
  records: 48,
  answers: 32,
  created: 48,
  lastActivity: 72,
};
const LOOK = { body: "max-[640px]:block", row: ROW, cells: COLUMNS };

/** Stands where the rows will. */
export function WorkspacesSkeleton() {
  return (
    <Skeleton label={t("common.loading")} className="pt-9">
      <table className={TABLE}>
        <TableBones columns={COLUMN_NAMES} rows={NAMES.length} look={LOOK} widths={WIDTHS} />
      </table>
    </Skeleton>
  );
}
