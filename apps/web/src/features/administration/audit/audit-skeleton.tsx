import { t } from "i18next";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TableBones } from "../../../ui/table-bones.tsx";
import { BODY, CELLS, COLUMNS, ROW, TABLE } from "./columns.ts";

/** px of what happened, of eight entries */
const WHAT = [320, 240, 128, 216, 288, 176, 344, 152];
const WIDTHS = { time: 40, who: 120, kind: 88, what: WHAT, from: 144 };
const LOOK = { body: BODY, row: ROW, cells: CELLS };

/** Stands where the entries will. */
export function AuditSkeleton() {
  return (
    <Skeleton label={t("common.loading")} className="pt-20">
      <table className={TABLE}>
        <TableBones columns={COLUMNS} rows={WHAT.length} look={LOOK} widths={WIDTHS} />
      </table>
    </Skeleton>
  );
}
